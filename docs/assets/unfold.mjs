// Opens what an element is folded away in, so that a link to it shows it: closed details, and
// tabs of the theme that are not the chosen ones.

/** Open every fold around an element. */
export function unfold(element) {
  for (let around = element.parentElement; around; around = around.parentElement) {
    if (around.localName === "details") around.open = true;
    if (around.classList.contains("tabbed-block")) {
      const set = around.closest(".tabbed-set");
      const place = [...around.parentElement.children].indexOf(around);
      const inputs = set ? [...set.children].filter((child) => child.matches("input[type=radio]")) : [];
      if (inputs[place] && !inputs[place].checked) inputs[place].click();
    }
  }
}
