import { type Format, formatted } from "../../web/src/views/format/format-text";

/** A text whose selection stands between two bars; one bar is a caret. */
const read = (text: string) => {
  const from = text.indexOf("|");
  const to = text.lastIndexOf("|");
  return { value: text.replaceAll("|", ""), from, to: to === from ? from : to - 1 };
};
const format = (text: string, how: Format): string => {
  const selected = read(text);
  const { from, to, text: put, select } = formatted(selected, how);
  const value = selected.value.slice(0, from) + put + selected.value.slice(to);
  const [start, end] = select;
  const bars = start === end ? "|" : `|${value.slice(start, end)}|`;
  return value.slice(0, start) + bars + value.slice(end);
};

type Case = readonly [how: Format, before: string, after: string];

/** Edits that the first press makes, and the second one undoes. */
const both: readonly Case[] = [
  ["bold", "so |bold|", "so **|bold|**"],
  ["bold", "so |", "so **|**"],
  ["bold", "*|both|*", "***|both|***"],
  ["italic", "**|both|**", "***|both|***"],
  ["italic", "|lean|", "*|lean|*"],
  ["strikethrough", "|gone|", "~~|gone|~~"],
  ["bold", "|- one\n- two|", "|- **one**\n- **two**|"],
  ["bold", "|one\n\ntwo|", "|**one**\n\n**two**|"],
  ["code", "run |npm ci| first", "run `|npm ci|` first"],
  ["code", "run |a`b| first", "run ``|a`b|`` first"],
  ["code", "|a\nb|", "```\n|a\nb|\n```"],
  ["math", "|x^2|", "$$|x^2|$$"],
  ["math", "|x\ny|", "```math\n|x\ny|\n```"],
  ["quote", "|they said|", "```quote\n|they said|\n```"],
  ["quote", "|a\n```\nb\n```|", "````quote\n|a\n```\nb\n```|\n````"],
  ["bulletedList", "|a\nb|", "|- a\n- b|"],
  ["numberedList", "|a\n\nb|", "|1. a\n\n2. b|"],
  ["bulletedList", "say th|is", "- say th|is"],
  ["numberedList", "first\n|", "first\n1. |"],
];
test.each(both)(
  "pressing the %s button formats %j, and pressing it again removes the format",
  (how, before, after) => {
    expect(format(before, how)).toBe(after);
    expect(format(after, how)).toBe(before);
  },
);

const made: readonly Case[] = [
  // Spaces around what is selected stay outside: marks next to a space mark nothing.
  ["bold", "so | bold |now", "so  **|bold|** now"],
  ["link", "|here| it is", "[here](|url|) it is"],
  ["link", "see |", "see [|](url)"],
  ["link", "|https://example.com/a|", "[|](https://example.com/a)"],
  ["spoiler", "|Rosebud|", "```spoiler |Header|\nRosebud\n```"],
  ["quote", "He: |so| be it", "He: \n```quote\n|so|\n```\n be it"],
  ["quote", "|", "```quote\n|\n```"],
  // A list of the other kind becomes one of this kind.
  ["numberedList", "|- a\n  - b|", "|1. a\n  2. b|"],
  ["bulletedList", "|1. a\nb|", "|- a\n- b|"],
  // A line that the selection only reaches the start of is left alone.
  ["bulletedList", "|a\n|b", "|- a|\nb"],
];
test.each(made)("pressing the %s button formats %j", (how, before, after) => {
  expect(format(before, how)).toBe(after);
});

const taken: readonly Case[] = [
  ["bold", "so |**bold**|", "so |bold|"],
  ["bold", "|- **one**\n- **two**|", "|- one\n- two|"],
  ["italic", "|***both***|", "|**both**|"],
  ["code", "``|a`b|``", "|a`b|"],
  ["code", "|``a`b``|", "|a`b|"],
  ["code", "```js\na(|);\n```", "|a();|"],
  ["link", "[here](|url|)", "|here|"],
  ["link", "[|here|](https://example.com)", "|here|"],
  ["link", "|[here](https://example.com)|", "|here|"],
  ["link", "[|](https://example.com)", "|https://example.com|"],
  ["spoiler", "```spoiler |Header|\nRosebud\n```", "|Rosebud|"],
  ["quote", "a\n~~~ quote\nb|\n~~~\nc", "a\n|b|\nc"],
  // Code in a quotation is unfenced by itself, and the quotation around it.
  ["code", "```quote\n~~~\nb|\n~~~\n```", "```quote\n|b|\n```"],
  ["quote", "```quote\n~~~\nb|\n~~~\n```", "|~~~\nb\n~~~|"],
];
test.each(taken)("pressing the %s button removes the format from %j", (how, before, after) => {
  expect(format(before, how)).toBe(after);
});

test.each<Case>([
  ["italic", "**|bold|**", "***|bold|***"],
  ["code", "```math\n|x|\n```", "```math\n`|x|`\n```"],
  // Between two fenced parts nothing is fenced.
  ["code", "```\na\n```\n|b|\n```\nc\n```", "```\na\n```\n`|b|`\n```\nc\n```"],
])("pressing the %s button adds its format to %j, which has only another one", (how, before, after) => {
  expect(format(before, how)).toBe(after);
});
