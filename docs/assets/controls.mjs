// The controls that walk through the steps: by card, by trick, slider, number, autoplay.

import { attribute, fill, h, icon, inert } from "./dom.mjs";

const ICONS = {
  first: "M3.500 4H6v12H3.500zM16.500 4v12L7 10z",
  trickBack: "M10 4v12L2 10zM18 4v12l-8-6z",
  back: "M14 4v12L5 10z",
  forward: "M6 4v12l9-6z",
  trickForward: "M2 4v12l8-6zM10 4v12l8-6z",
  last: "M14 4h2.500v12H14zM3.500 4v12L13 10z",
  play: "M5 3.500v13L16 10z",
  pause: "M5 4h3.600v12H5zM11.400 4H15v12h-3.600z",
};

/** Make the controls; `walk` holds what they do: `to`, `byCard`, `byTrick`, `toTrick`, … */
export function makeControls(walk, t) {
  const button = (name, action, label) =>
    h("button", { type: "button", class: "elf-button", "data-do": name, "aria-label": label, title: label, onclick: action }, icon(ICONS[name]));
  const buttons = {
    first: button("first", walk.first, t.first),
    trickBack: button("trickBack", () => walk.byTrick(-1), t.trickBack),
    back: button("back", () => walk.byCard(-1), t.back),
    forward: button("forward", () => walk.byCard(1), t.forward),
    trickForward: button("trickForward", () => walk.byTrick(1), t.trickForward),
    last: button("last", walk.last, t.last),
  };
  const slider = h("input", {
    type: "range", class: "elf-slider", min: 0, step: 1, "aria-label": t.slider,
    oninput: () => walk.slide(Number(slider.value)),
    onchange: () => walk.slid(),
  });
  const autoplay = h("button", { type: "button", class: "elf-button", "data-do": "autoplay", onclick: walk.autoplay });
  const number = h("input", { type: "text", inputmode: "numeric", class: "elf-number", size: 3, maxlength: 4, autocomplete: "off", "aria-label": t.jump, placeholder: t.trickBackShort });
  const jump = h("form", {
    class: "elf-jump", novalidate: true,
    onsubmit: (event) => {
      event.preventDefault();
      if (walk.toTrick(number.value.trim())) number.value = "";
    },
  }, number, h("button", { type: "submit", class: "elf-button", "data-do": "go" }, t.go));
  const back = h("button", { type: "button", class: "elf-button elf-return", "data-do": "return", hidden: true, onclick: walk.return });
  const element = h("div", { class: "elf-controls" },
    h("div", { class: "elf-steps", role: "group", "aria-label": t.steps }, Object.values(buttons)),
    h("div", { class: "elf-travel" }, slider, autoplay, jump, back));
  return {
    element,
    update(view) {
      const { index, low, high } = view;
      for (const name of ["first", "trickBack", "back"]) inert(buttons[name], index <= low);
      for (const name of ["forward", "trickForward", "last"]) inert(buttons[name], index >= high);
      attribute(slider, "min", low);
      attribute(slider, "max", high);
      slider.value = String(index);
      attribute(slider, "aria-valuetext", view.place);
      slider.style.setProperty("--elf-at", `${high > low ? (100 * (index - low)) / (high - low) : 0}%`);
      const running = view.running;
      if (autoplay.dataset.running !== String(running)) {
        autoplay.dataset.running = String(running);
        fill(autoplay, icon(running ? ICONS.pause : ICONS.play), h("span", {}, running ? t.pause : t.autoplay));
      }
      back.hidden = view.returnPlace === null;
      back.textContent = view.returnPlace === null ? "" : t.return(view.returnPlace);
    },
  };
}
