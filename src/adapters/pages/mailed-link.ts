import { type Html, html } from "./html";
import type { PageContext } from "./page";

/** Announces a mail with a link. On a server that sends no mail, says where the link is. */
export const announceLink = ({ sendsMail }: PageContext, mailed: string | Html): Html =>
  html`<p>${sendsMail ? mailed : "This server sends no email. Ask whoever runs it for the link, which is in its log."}</p>`;

/** The title of the page that a form for a mailed link leads to. */
export const linkTitle = ({ sendsMail }: PageContext): string =>
  sendsMail ? "Check your email" : "This server sends no email";
