import { words } from "../../words/en";

/** The keyboard shortcuts as displayed, with what they do. */
export const keyTable: readonly (readonly [title: string, keys: readonly (readonly [string, string])[]])[] = [
  [
    words.keyGroups.around,
    [
      ["Ctrl K", words.goAnywhere],
      ["/", words.search],
      ["q", words.filter],
      ["n", words.nextTopic],
      ["p", words.nextDirect],
      ["Shift I", words.inbox],
      ["t", words.recent],
      ["a", words.feed],
      ["*", words.starred],
      ["Esc", words.goHome],
      ["F6", words.nextRegion],
      ["?", words.keys],
    ],
  ],
  [
    words.keyGroups.reading,
    [
      ["↓ j", words.nextMessage],
      ["↑ k", words.previousMessage],
      ["PageDown", words.nextScreen],
      ["PageUp", words.previousScreen],
      ["End", words.newest],
      ["Home", words.oldest],
      ["s", words.toTopic],
      ["Shift S", words.toChannel],
      ["Shift M", words.muteTopic],
      ["Shift U", words.markUnreadFromHere],
    ],
  ],
  [
    words.keyGroups.writing,
    [
      ["c", words.newMessage],
      ["x", words.newDirect],
      ["r", words.answer],
      [">", words.quote],
      ["Enter", words.send],
      ["Shift Enter", words.newLine],
    ],
  ],
  [
    words.keyGroups.message,
    [
      ["e", words.edit],
      ["m", words.moveMessages],
      ["v", words.openPictures],
      ["Shift H", words.history],
      ["Shift V", words.readers],
      ["+", words.thumbsUp],
      [":", words.react],
      ["i", words.moreActions],
      ["Ctrl S", words.star],
      ["u", words.cardOfSender],
    ],
  ],
];
