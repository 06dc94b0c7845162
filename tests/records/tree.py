"""A record with every part that the form has: branches, comments, all tags."""

TREE = """\
%egn 1
[Id "tree"]
[Title "Every part of the form"]
[Rules "elfern+hand(1)+turn-up-trump"]
[Source "constructed"]
[Illustrates "lead draw turn-up-trump"]
[Date "2026-11"]
[Session "evening"]
[Round "3"]
[Forehand "Anna"]
[Dealer "Karl"]
[Lot "F: CA S7 / D: SA H8"]
[Trump "D"]
[Held "1"]
[Hands "F: SA / D: SK"]
[Stock "ST D9 S9 D8"]
[Fragment "14"]
[Leader "F"]
[Result "*"]
[Note "a note"]
[X-Colour "green"]

{On the start.}
14. F SA {on the lead} SK {on the reply}  F 2  +ST +D9
{On the trick.}
{Another.}
(a {On the branch.} 14. F SA SK  F 2  +ST +D9
15. F ST D9  D 1  +S9 +D8
(b 15. F ST *
{On a lead.} ) )
15. F ST D9  D 1  +S9 +D8
16. D S9 D8  F 0
*
"""
