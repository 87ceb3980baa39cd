import { readHtml } from "../../ui/message-html";
import { historyWords } from "../../words/en-history";
import { type WordChange, wordChanges, wordsOf } from "./word-changes";

/** The texts of a message, but not the parts of a formula, which no mark may come between. */
const textsIn = (root: Element): readonly Text[] => {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (walker.nextNode())
    if (walker.currentNode instanceof Text && !walker.currentNode.parentElement?.closest(".katex"))
      found.push(walker.currentNode);
  return found;
};

const wordsIn = (html: string): readonly string[] =>
  textsIn(readHtml(html)).flatMap(({ data }) => wordsOf(data));

/** A mark that screen readers announce too: most of them ignore the elements. */
const marked = ({ kind, text }: WordChange): Element => {
  const mark = document.createElement(kind === "inserted" ? "ins" : "del");
  const label = document.createElement("span");
  label.className = "unseen";
  label.textContent = kind === "inserted" ? historyWords.inserted : historyWords.deleted;
  mark.append(label, text);
  return mark;
};

/** Joins neighbors of the same kind. */
const joined = (changes: readonly WordChange[]): readonly WordChange[] => {
  const runs: WordChange[] = [];
  for (const one of changes) {
    const last = runs.at(-1);
    if (last?.kind === one.kind) runs[runs.length - 1] = { ...last, text: last.text + one.text };
    else runs.push(one);
  }
  return runs;
};

/** A version of a message with marks of what is new in it, and of what is gone. */
export const markedChanges = (before: string, after: string): string => {
  const root = readHtml(after);
  const texts = textsIn(root);
  const waiting = [
    ...wordChanges(
      wordsIn(before),
      texts.flatMap(({ data }) => wordsOf(data)),
    ),
  ];
  for (const [index, text] of texts.entries()) {
    let left = wordsOf(text.data).length;
    const ownChanges: WordChange[] = [];
    // Words deleted at the end of a text belong there, unless the next text begins with their replacement.
    const isReplaced = () => waiting.find(({ kind }) => kind !== "deleted")?.kind === "inserted";
    const goesOn = () => left > 0 || (waiting[0]?.kind === "deleted" && !isReplaced());
    while (waiting.length > 0 && (index === texts.length - 1 || goesOn())) {
      const next = waiting.shift();
      if (next === undefined) break;
      if (next.kind !== "deleted") left -= 1;
      ownChanges.push(next);
    }
    text.replaceWith(...joined(ownChanges).map((one) => (one.kind === "kept" ? one.text : marked(one))));
  }
  // Nothing is left of the text.
  root.append(...joined(waiting).map(marked));
  return root.innerHTML;
};
