// Copy buttons for the citations of a source. Without this the text can be selected, and each form
// downloaded.

import { copyText } from "./sharing.mjs";

const WORDS = { copy: "Copy", copied: "Copied.", failed: "Selected: copy it with the keyboard." };

class Cite extends HTMLElement {
  connectedCallback() {
    if (this.querySelector("button")) return;
    const told = document.createElement("output");
    told.className = "src-told";
    for (const form of this.querySelectorAll("pre")) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = WORDS.copy;
      button.setAttribute("aria-label", `${WORDS.copy}: ${form.dataset.form}`);
      button.onclick = async () => {
        const copied = await copyText(form.textContent, this);
        if (!copied) getSelection().selectAllChildren(form);
        told.textContent = copied ? WORDS.copied : WORDS.failed;
        button.after(told);
      };
      form.previousElementSibling.append(" ", button);
    }
  }
}

if (!customElements.get("elfern-cite")) customElements.define("elfern-cite", Cite);
