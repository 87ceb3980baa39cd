import { words } from "../../words/en";
import { deferredWords } from "../../words/en-deferred";
import { formatWords } from "../../words/en-format";
import { keyWords } from "../../words/en-keys";
import { messageActionWords } from "../../words/en-message-actions";
import { snippetWords } from "../../words/en-snippets";

/** The names of keys that do the same, with what they do. */
export type Row = readonly [names: readonly string[], label: string];

/** The keyboard shortcuts as they are listed. */
export const keyTable = [
  [
    keyWords.keyGroups.around,
    [
      [["Ctrl+k"], deferredWords.goAnywhere],
      [["/"], words.search],
      [["q"], words.filter],
      [["w"], keyWords.findPerson],
      [["n"], keyWords.nextTopic],
      [["N"], keyWords.nextFollowed],
      [["p"], keyWords.nextDirect],
      [["D"], keyWords.nextChannel],
      [["A"], keyWords.previousChannel],
      [["y"], keyWords.topicsOf],
      [["I"], words.inbox],
      [["t"], words.recent],
      [["a"], words.feed],
      [["P"], keyWords.allDirects],
      [["*"], words.starred],
      [["d"], words.drafts],
      [["g"], keyWords.ownMenu],
      [["Y"], deferredWords.setStatus],
      [["Escape", "Ctrl+["], keyWords.goHome],
      [["F6"], keyWords.nextRegion],
      [["Shift+F6"], keyWords.previousRegion],
      [["?"], deferredWords.keys],
    ],
  ],
  [
    keyWords.keyGroups.reading,
    [
      [["ArrowDown", "j"], keyWords.nextMessage],
      [["ArrowUp", "k"], keyWords.previousMessage],
      [["PageDown", "J", " "], keyWords.nextScreen],
      [["PageUp", "K", "Shift+ "], keyWords.previousScreen],
      [["End", "G"], words.newest],
      [["Home"], keyWords.oldest],
      [["s"], keyWords.toTopic],
      [["S"], keyWords.toChannel],
      [["z"], keyWords.near],
      [["M"], deferredWords.muteTopic],
      [["U"], messageActionWords.markUnreadFromHere],
    ],
  ],
  [
    keyWords.keyGroups.writing,
    [
      [["c"], words.newMessage],
      [["x"], words.newDirect],
      [["r"], keyWords.answer],
      [["Enter"], keyWords.replyOrOpen],
      [["R"], keyWords.replyToSender],
      [["@"], keyWords.mentionSender],
      [[">"], messageActionWords.quote],
      [["<"], deferredWords.forward],
      [["ArrowLeft"], keyWords.editLast],
      [["Alt+p"], keyWords.preview],
      [["Ctrl+'"], snippetWords.insert],
      [["Ctrl+b"], formatWords.bold],
      [["Ctrl+i"], formatWords.italic],
      [["Ctrl+X"], formatWords.strikethrough],
      [["Ctrl+L"], formatWords.link],
      [["Ctrl+Shift+7"], formatWords.numberedList],
      [["Ctrl+Shift+8"], formatWords.bulletedList],
      [["Ctrl+Shift+9"], formatWords.quote],
      [["Ctrl+C"], formatWords.code],
      [["Ctrl+."], keyWords.toComposed],
      [["Ctrl+Enter"], words.send],
      [["Shift+Enter"], keyWords.newLine],
    ],
  ],
  [
    keyWords.keyGroups.message,
    [
      [["e"], keyWords.editOrSource],
      [["m"], deferredWords.moveMessages],
      [["v"], keyWords.openPictures],
      [["H"], deferredWords.history],
      [["V"], deferredWords.readers],
      [["+"], keyWords.thumbsUp],
      [["="], keyWords.firstReaction],
      [[":"], words.react],
      [["-"], keyWords.collapse],
      [["i"], words.moreActions],
      [["Ctrl+s"], deferredWords.star],
      [["l"], keyWords.copyLink],
      [["u"], keyWords.cardOfSender],
    ],
  ],
] as const satisfies readonly (readonly [title: string, rows: readonly Row[]])[];

/** A key that the list names. */
export type ListedKey = (typeof keyTable)[number][1][number][0][number];
/** Keys that are handled where they are pressed: by the window itself, or by the field. */
export type KeyElsewhere =
  | "Ctrl+k"
  | "Escape"
  | "Ctrl+["
  | "Ctrl+Enter"
  | "Shift+Enter"
  | "Ctrl+b"
  | "Ctrl+i"
  | "Ctrl+X"
  | "Ctrl+L"
  | "Ctrl+Shift+7"
  | "Ctrl+Shift+8"
  | "Ctrl+Shift+9"
  | "Ctrl+C";
