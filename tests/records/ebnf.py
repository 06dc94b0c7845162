"""Matches texts against a grammar in the notation of the XML specification.

Just what the page of the format uses: literals, character classes, groups, `|`, `?`, `*`, `+`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

type Node = tuple[str, object]
"""A part of a rule: its kind and what it is made of."""

_PIECE = re.compile(
    r"\s*(?:(\"[^\"]*\"|'[^']*')|\[(\^?)((?:\\.|#x[0-9A-F]+|[^\]])*)\]|([A-Za-z]+)|([()|?*+]))"
)


@dataclass(frozen=True)
class Grammar:
    """Rules by name."""

    rules: dict[str, Node]

    def matches(self, name: str, text: str) -> bool:
        """Say whether the whole text is what the rule `name` describes."""
        return len(text) in _Matcher(self, text).ends(("name", name), 0)


def read_grammar(source: str) -> Grammar:
    """Read a grammar."""
    rules = {}
    lines = re.sub(r"\n[ \t]+(?=\S)", " ", source).splitlines()
    for line in lines:
        if line.strip():
            name, _, body = line.partition("::=")
            rules[name.strip()] = _Reader(body).choice()
    rules["LF"] = ("text", "\n")
    return Grammar(rules)


class _Reader:
    def __init__(self, source: str) -> None:
        self.source, self.at = source.rstrip(), 0

    def peek(self) -> str:
        rest = self.source[self.at :].lstrip()
        return rest[:1]

    def take(self) -> re.Match[str]:
        match = _PIECE.match(self.source, self.at)
        assert match, f"the grammar cannot be read at {self.source[self.at :]!r}"
        self.at = match.end()
        return match

    def choice(self) -> Node:
        ways = [self.sequence()]
        while self.peek() == "|":
            self.take()
            ways.append(self.sequence())
        return ways[0] if len(ways) == 1 else ("choice", ways)

    def sequence(self) -> Node:
        parts = []
        while self.peek() not in ("", "|", ")"):
            parts.append(self.item())
        return parts[0] if len(parts) == 1 else ("sequence", parts)

    def item(self) -> Node:
        literal, negated, letters, name, sign = self.take().groups()
        node: Node
        if literal is not None:
            node = ("text", literal[1:-1])
        elif letters is not None:
            inside = re.sub(r"#x([0-9A-F]+)", lambda m: f"\\x{int(m[1], 16):02x}", letters)
            inside = inside.replace("\\", "\\\\").replace("\\\\x", "\\x")
            node = ("class", re.compile(f"[{negated}{inside}]", re.DOTALL))
        elif name is not None:
            node = ("name", name)
        else:
            assert sign == "(", f"unexpected {sign}"
            node = self.choice()
            closing = self.take().group(5)
            assert closing == ")"
        # A sign that repeats stands directly behind.
        if self.source[self.at : self.at + 1] in ("?", "*", "+"):
            node = (self.source[self.at], node)
            self.at += 1
        return node


class _Matcher:
    """Finds all ends of a part that begins at a place; each pair is worked out once."""

    def __init__(self, grammar: Grammar, text: str) -> None:
        self.grammar, self.text = grammar, text
        self.known: dict[tuple[int, int], set[int]] = {}

    def ends(self, node: Node, at: int) -> set[int]:
        key = id(node), at
        if node[0] == "name":
            node = self.grammar.rules[str(node[1])]
            key = id(node), at
        if key not in self.known:
            self.known[key] = set()
            self.known[key] = set(self._ends(node, at))
        return self.known[key]

    def _ends(self, node: Node, at: int) -> Iterator[int]:
        kind, inside = node
        if kind == "text":
            assert isinstance(inside, str)
            if self.text.startswith(inside, at):
                yield at + len(inside)
        elif kind == "class":
            assert isinstance(inside, re.Pattern)
            if at < len(self.text) and inside.match(self.text, at):
                yield at + 1
        elif kind == "choice":
            assert isinstance(inside, list)
            for way in inside:
                yield from self.ends(way, at)
        elif kind == "sequence":
            assert isinstance(inside, list)
            reached = {at}
            for part in inside:
                reached = {end for start in reached for end in self.ends(part, start)}
            yield from reached
        else:
            assert isinstance(inside, tuple)
            yield from self._repeated(kind, inside, at)

    def _repeated(self, kind: str, inside: Node, at: int) -> Iterator[int]:
        seen: set[int] = set()
        reached = {at}
        while reached:
            new = {end for start in reached for end in self.ends(inside, start)} - seen - {at}
            seen |= new
            if kind == "?":
                break
            reached = new
        yield from seen
        if kind != "+":
            yield at
