// Files of data that stand beside the pages. A page opened from disk may fetch none: there each
// stands a second time, as a script that puts it into `elfernData` by its name.

/** What a JSON file holds. */
export async function dataOf(url) {
  return url.protocol === "file:" ? fromDisk(url) : (await answerOf(url)).json();
}

/** What a text file holds. */
export async function textOf(url) {
  return url.protocol === "file:" ? fromDisk(url) : (await answerOf(url)).text();
}

async function answerOf(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url.pathname}: ${answer.status}`);
  return answer;
}

function fromDisk(url) {
  const name = url.pathname.split("/").at(-1);
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = `${url.href}.js`;
    script.onload = () => resolve(globalThis.elfernData[name]);
    script.onerror = () => reject(new Error(`${name} is not on this disk`));
    document.head.append(script);
    script.remove();
  });
}
