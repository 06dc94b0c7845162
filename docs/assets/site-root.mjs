// Where the site's other pages are, from what a viewer's data say of some of them.

// From a page among the rules the rules have shorter addresses, and so on: one of the three tells.
const PLACES = { egn: /^(.*?)records\/[^/]+$/, sectionUrl: /^(.*?)rules\/\{game\}\//, variantUrl: /^(.*?)variants\/\{variant\}\// };

/** The address of the site's root; `null` if the data do not tell it. */
export function siteRoot(dataset) {
  for (const [name, place] of Object.entries(PLACES)) {
    const [, root] = place.exec(dataset[name] ?? "") ?? [];
    if (root !== undefined) return new URL(root || ".", location.href).href;
  }
  return null;
}
