import { formattingWords } from "../../words/en-formatting";

export type Sample = keyof typeof formattingWords.samples;

const { groups } = formattingWords;

/** The samples of formatting as they are listed. */
export const formattingTable: readonly (readonly [title: string, samples: readonly Sample[]])[] = [
  [groups.text, ["bold", "italic", "strikethrough", "heading", "rule"]],
  [groups.blocks, ["bulletedList", "numberedList", "quote", "quoteFence", "spoiler", "table"]],
  [groups.code, ["inlineCode", "codeBlock", "math", "mathBlock"]],
  [
    groups.links,
    [
      "link",
      "address",
      "mention",
      "silentMention",
      "groupMention",
      "wildcardMention",
      "topicMention",
      "channelLink",
      "topicLink",
    ],
  ],
  [groups.more, ["emoji", "time", "me", "poll", "todo"]],
];
