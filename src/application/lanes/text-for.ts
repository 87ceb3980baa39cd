import { isRight } from "fp-ts/Either";
import { escapeBetweenTags } from "../../domain/html";
import type { RealmState } from "../../domain/realm-state";
import { textContext } from "../messages/render-context";
import type { MessageRenderer } from "../ports/message-renderer";
import type { Newcomers, RenderedText } from "../transaction";
import type { Wanted } from "./outside-work";

/** A text as HTML. Where it can't be rendered in time it is shown as it is written. */
export const textFor = (
  renderer: MessageRenderer,
  state: RealmState,
  source: string,
  newcomers: Newcomers,
): Wanted<RenderedText> => {
  const context = textContext(state, source, newcomers);
  return {
    // The same source becomes other HTML where somebody whom it names has another name.
    key: JSON.stringify(["text", source, context]),
    make: async () => {
      const rendered = await renderer.render(source, context);
      return {
        html: isRight(rendered) ? rendered.right.html : asWritten(source),
        rendererVersion: renderer.version,
      };
    },
    meanwhile: { html: asWritten(source), rendererVersion: neverRendered },
    isDispensable: true,
  };
};

const asWritten = (source: string): string => `<p>${escapeBetweenTags(source)}</p>`;

/** Older than any renderer: a message with it is rendered anew when that is done next. */
const neverRendered = 0;
