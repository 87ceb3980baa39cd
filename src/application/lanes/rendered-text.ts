import * as E from "fp-ts/Either";
import { neverRendered } from "../../domain/messages/message";
import { escapeBetweenTags } from "../../domain/text/html";
import { textContext, type Writing } from "../messages/shared/render-context";
import type { MessageRenderer } from "../ports/messages/message-renderer";
import type { AlsoMentionable, RenderedText } from "../transaction";
import type { ContentRequest } from "./prepared-content";

/** Text rendered as HTML. If that takes too long, the text is shown as written. */
export const renderedText = (
  renderer: MessageRenderer,
  writing: Writing,
  source: string,
  alsoMentionable: AlsoMentionable,
): ContentRequest<RenderedText> => {
  const context = textContext(writing, source, alsoMentionable);
  return {
    // The same source renders differently after a mentioned user is renamed.
    key: JSON.stringify(["text", source, context]),
    make: async () => {
      const rendered = await renderer.render(source, context);
      return {
        html: E.isRight(rendered) ? rendered.right.html : asWritten(source),
        rendererVersion: renderer.version,
      };
    },
    meanwhile: { html: asWritten(source), rendererVersion: neverRendered },
    isDispensable: true,
  };
};

const asWritten = (source: string): string => `<p>${escapeBetweenTags(source)}</p>`;
