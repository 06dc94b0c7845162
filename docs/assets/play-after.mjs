// After a deal: its result, the next one, and the record to look at, keep and hand on.

import { fill, h } from "./dom.mjs";
import { liveReplay } from "./live.mjs";
import { MOST_LINK, pack } from "./packing.mjs";
import { ends } from "./play-answers.mjs";
import { why } from "./play-board.mjs";
import { button } from "./room.mjs";
import { copyText, offerText } from "./sharing.mjs";

/** Make it; `act` has `next`, `fresh`, `again(plays)`, `save(text, name)` and `ask(op, fields)`. */
export function makeAfter(room, t, act) {
  const result = h("div", { class: "play-result" });
  const steps = h("div", { class: "elf-actions" });
  const records = h("div", { class: "elf-actions" });
  const made = h("div", { class: "elf-made" });
  const replay = h("div", { class: "play-replay" });
  const element = h("section", { class: "play-after", "aria-label": t.dealOver }, result, steps);
  const box = h("section", { class: "play-records", "aria-label": t.record }, records, made, replay);
  let game = null;
  let shown = null; // the text whose result stands here

  const lastDeal = () => {
    const parts = game.text.split(/^(?=%egn )/m);
    return parts[parts.length - 1];
  };
  const plain = (text) => {
    fill(made, h("p", {}, text));
    room.say(text);
  };

  async function link() {
    const { text } = game;
    try {
      const packed = await pack(text);
      const url = new URL(room.dataset.checkUrl ?? "", location.href);
      url.hash = `record=${packed}`;
      if (url.href.length > MOST_LINK) {
        plain(t.linkLong(url.href.length, MOST_LINK));
        return;
      }
      const field = h("input", { class: "elf-text", type: "text", readonly: true, value: url.href });
      fill(made, h("p", {}, t.linkReady(url.href.length)), h("label", { class: "elf-field" }, h("span", {}, t.linkLabel), field),
        button("copyLink", t.copyLink, async () => {
          if (await copyText(url.href, room)) {
            room.say(t.copied);
            return;
          }
          const offer = offerText(url.href, t, () => fill(made));
          fill(made, offer.element);
          offer.select();
        }));
      room.say(t.linkReady(url.href.length));
    } catch {
      plain(t.linkFailed);
    }
  }

  /** Show the deal in the viewer: from there it can be tried again, and analysed at once. */
  async function look({ analyse }) {
    const { text, scene } = game;
    try {
      if (!replay.firstChild) {
        const { records: found } = await act.ask("replay", { text, only: scene.round - 1, lang: scene.lang });
        if (game.text !== text || replay.firstChild) return;
        const viewer = liveReplay(room, { id: "play-deal", frames: found[0].frames, egn: found[0].egn, open: analyse ? "end" : "0" });
        viewer.takeUp = (step) => act.again(step.ply);
        fill(replay, h("h2", {}, t.replayHead), viewer);
      }
      const viewer = replay.querySelector("elfern-replay");
      viewer.focus();
      if (analyse) viewer.analyse();
    } catch (error) {
      if (error?.code !== "dropped") plain(`${t.failed} ${error?.message ?? error}`);
    }
  }

  const replayButton = button("replay", t.replay, () => look({ analyse: false }));
  const analyseButton = button("analyseDeal", t.analyse, () => look({ analyse: true }));
  fill(records, replayButton, analyseButton,
    button("saveDeal", t.downloadDeal, () => act.save(lastDeal(), `${game.session} ${game.scene.round}`)),
    button("saveSession", t.downloadSession, () => act.save(game.text, game.session)),
    button("link", t.makeLink, link));

  return {
    element,
    records: box,
    update(view, current) {
      const { scene } = view;
      game = current;
      const key = [view.lang, view.pack, scene.lang, scene.text].join("|");
      if (key === shown) return;
      shown = key;
      // A replay shows both hands and the stock: only when the deal is over.
      replayButton.hidden = !scene.outcome;
      analyseButton.hidden = !scene.outcome;
      fill(made);
      fill(replay);
      if (!scene.outcome) {
        fill(result);
        fill(steps);
        element.removeAttribute("data-over");
        return;
      }
      element.dataset.over = "";
      const { outcome } = scene;
      fill(result, h("h2", {}, scene.over ? t.sessionOver : t.dealOver),
        scene.resigned && h("p", {}, view.text(scene.resigned.say)),
        h("p", {}, outcome.say.map(view.text).join(" "), " ", outcome.why && why({ ...outcome.why, text: "" }, view)),
        h("p", { class: "play-ends" }, ends(view)),
        scene.overText && h("p", { class: "play-winner" }, scene.overText));
      fill(steps, scene.over
        ? button("fresh", t.newSession, () => act.fresh(), "elf-main")
        : button("next", t.nextDeal, () => act.next(), "elf-main"));
    },
  };
}
