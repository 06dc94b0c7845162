// Links within a page stay within it.
//
// The theme's own navigation does not know at first which page it shows: at the first change of the
// address after a page was loaded, a link to a heading for instance, it fetches that page anew and
// puts it in the place of the one there. What a reader has done in it, the step of a viewer, a
// comparison, a text being checked, would be gone. So the browser follows such links by itself, and
// the theme hears of the address only once it has gone to another page.

let pages = 0;

/** Told by the entry whenever a page is there, loaded or brought by the theme. */
export function arrived() {
  pages += 1;
}

const samePage = (url) => url.origin === location.origin && url.pathname === location.pathname && url.search === location.search;

addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a[href*='#']") : null;
  // The theme leaves links with a target to the browser.
  if (link instanceof HTMLAnchorElement && !link.target && samePage(new URL(link.href))) link.target = "_self";
}, { capture: true });

// Going back and forth within the first page: the browser does that too.
const { location$ } = globalThis;
if (location$) {
  const first = location.pathname;
  const next = location$.next.bind(location$);
  location$.next = (url) => {
    if (pages > 1 || url.pathname !== first) next(url);
  };
}
