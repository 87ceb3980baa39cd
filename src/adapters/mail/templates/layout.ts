import { escapeHtml } from "../../../domain/text/html";
/** A template's output, which the layout turns into text and HTML. */
export interface MailText {
  readonly subject: string;
  /** Paragraphs of plain text. */
  readonly paragraphs: readonly string[];
  /** The mail's only button. */
  readonly action?: { readonly label: string; readonly link: string };
  /** Paragraphs below the action. */
  readonly notes?: readonly string[];
}

export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const paragraph = (text: string): string =>
  `<p style="margin:0 0 16px">${escapeHtml(text).replaceAll("\n", "<br>")}</p>`;

const button = ({ label, link }: NonNullable<MailText["action"]>): string =>
  `<p style="margin:24px 0"><a href="${escapeHtml(link)}" style="background:#1f5fa8;color:#fff;padding:12px 20px;border-radius:6px;text-decoration:none;display:inline-block">${escapeHtml(label)}</a></p>`;

/** Subjects are single lines, also if names contain line ends. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();

export const renderMailText = ({ subject, paragraphs, action, notes = [] }: MailText): RenderedMail => ({
  subject: oneLine(subject),
  text: [...paragraphs, ...(action ? [`${action.label}:\n${action.link}`] : []), ...notes].join("\n\n"),
  html: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(oneLine(subject))}</title></head>
<body style="margin:0;background:#f4f5f7"><div style="max-width:560px;margin:0 auto;padding:32px 24px;background:#fff;color:#1c2733;font:16px/1.5 sans-serif">
${paragraphs.map(paragraph).join("\n")}${action ? button(action) : ""}${notes.map(paragraph).join("\n")}
</div></body></html>`,
});
