import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import * as t from "io-ts";
import type { IncomingWebhook } from "../../../application/ports/bots/incoming-webhook";
import { link } from "./notice-text";
import { decodePayload, maybe } from "./notice-writer";

const textObject = t.type({ type: t.keyof({ plain_text: null, mrkdwn: null }), text: t.string });
const picture = t.type({ type: t.literal("image"), image_url: t.string, alt_text: t.string });
const button = t.type({ type: t.string });
const block = t.union([
  t.intersection([picture, t.partial({ title: textObject })]),
  t.type({ type: t.literal("header"), text: textObject }),
  t.intersection([
    t.type({ type: t.literal("section") }),
    t.partial({ text: textObject, fields: t.array(textObject), accessory: t.union([picture, button]) }),
  ]),
  t.type({ type: t.literal("context"), elements: t.array(t.union([picture, textObject])) }),
  t.type({
    type: t.keyof({ divider: null, actions: null, input: null, rich_text: null, video: null, file: null }),
  }),
]);
type Block = t.TypeOf<typeof block>;
const attachment = t.partial({
  title: maybe(t.string),
  title_link: maybe(t.string),
  pretext: maybe(t.string),
  text: maybe(t.string),
  fields: maybe(t.array(t.partial({ title: maybe(t.string), value: maybe(t.string) }))),
  blocks: maybe(t.array(block)),
  image_url: maybe(t.string),
  footer: maybe(t.string),
  ts: maybe(t.union([t.number, t.string])),
});
type Attachment = t.TypeOf<typeof attachment>;
const document = t.partial({
  channel: maybe(t.string),
  text: maybe(t.string),
  icon_emoji: maybe(t.string),
  blocks: maybe(t.array(block)),
  attachments: maybe(t.array(attachment)),
});

const paragraphs = (parts: readonly (string | null | undefined | false | 0)[]): string =>
  parts
    .map((part) => (part || "").trim())
    .filter((part) => part !== "")
    .join("\n\n");

const isPicture = (element: object): element is t.TypeOf<typeof picture> => picture.is(element);
const pictureLink = ({ alt_text, image_url }: t.TypeOf<typeof picture>): string => link(alt_text, image_url);

/** A table of two columns, as Slack shows fields. Cells can't contain bars or line breaks. */
const fieldTable = (fields: readonly { readonly text: string }[]): string => {
  if (fields.length < 2) return fields[0]?.text ?? "";
  const cells = fields.map(({ text }) => text.replace(/[\n|]/g, " "));
  const rows = cells.flatMap((cell, index) =>
    index % 2 === 0 ? [`| ${cell} | ${cells[index + 1] ?? ""} |`] : [],
  );
  return ["| | |", "|-|-|", ...rows].join("\n");
};

const blockText = (one: Block): string => {
  if ("image_url" in one)
    return link("title" in one && one.title ? one.title.text : one.alt_text, one.image_url);
  if ("elements" in one)
    return paragraphs(
      one.elements.map((element) => (isPicture(element) ? pictureLink(element) : element.text)),
    );
  if (one.type === "header" && "text" in one) return `## ${one.text?.text ?? ""}`;
  if (one.type === "divider") return "----";
  if (one.type !== "section") return "";
  // An unknown block has another type.
  const { text, fields, accessory } = one as Extract<Block, { type: "section" }>;
  return paragraphs([
    text?.text,
    accessory && isPicture(accessory) && pictureLink(accessory),
    fields && fieldTable(fields),
  ]);
};

const attachmentText = (one: Attachment): string =>
  paragraphs([
    one.title && `## ${one.title_link ? link(one.title, one.title_link) : one.title}`,
    one.pretext,
    one.text,
    one.fields
      ?.map(({ title, value }) => [title && `*${title}*`, value].filter(Boolean).join(": "))
      .filter((line) => line !== "")
      .join("\n"),
    ...(one.blocks ?? []).map(blockText),
    one.image_url && link("image", one.image_url),
    one.footer,
    one.ts && `<time:${one.ts}>`,
  ]);

/** Converts Slack's markup to Markdown: links, bold and italics. No pattern runs past the beginning of the next match. */
const asMarkdown = (text: string): string =>
  text
    .replace(/<(\w+:\/\/[^|<>\s]+|mailto:[^|<>\s]+)\|([^<>]*)>/g, (_, url: string, title: string) =>
      link(title, url),
    )
    .replace(/<(\w+:\/\/[^|<>\s]+)>/g, "$1")
    .replace(/(?<!\w)\*(?!\s)([^*\n]+)(?<!\s)\*(?!\w)/g, "**$1**")
    .replace(/(?<!\w)_(?!\s)([^_\n]+)(?<!\s)_(?!\w)/g, "*$1*");

/** The format of Slack's incoming webhooks, for services that support those. */
export const slackWebhook: IncomingWebhook = {
  name: "slack_incoming",
  label: "SlackIncoming",
  displayName: "Slack-compatible webhook",
  events: null,
  options: [],
  translate: (delivery) =>
    pipe(
      decodePayload(document, delivery),
      E.map(({ channel, text, icon_emoji: icon, blocks, attachments }) => {
        const rich = paragraphs([
          ...(blocks ?? []).map(blockText),
          ...(attachments ?? []).map(attachmentText),
        ]);
        const content = rich === "" && text ? `${icon ? `${icon} ` : ""}${text}` : rich;
        if (content.trim() === "") return [];
        return [{ topic: channel?.replace(/^[@#]/, "") || "(no topic)", content: asMarkdown(content) }];
      }),
    ),
};
