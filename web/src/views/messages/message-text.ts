import { readHtml } from "../../ui/message-html";

/** A message's text on one line. Pictures that stand for text, such as emoji, are replaced by it. */
export const messageText = (html: string): string => {
  const body = readHtml(html);
  for (const image of body.querySelectorAll("img")) image.replaceWith(image.alt);
  return (body.textContent ?? "").replace(/\s+/g, " ").trim();
};
