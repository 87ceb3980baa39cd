import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import { checkLength } from "../../../domain/check-length";
import {
  invalidWidget,
  invalidWidgetJson,
  type MessageError,
  widgetTooLong,
} from "../../../domain/messages/refusals";
import { submessageLimits } from "../../../domain/messages/submessage";
import { widgetContent, widgetIn } from "../../../domain/messages/widget";
import { checkWidgetData } from "../../../domain/messages/widget-data";
import { parseJson } from "./parse-json";

/**
 * The first submessage of a message, as JSON: the widget the client sent, or the one that the content starts;
 * undefined for a plain message.
 */
export const checkWidget = (
  content: string,
  json: string | undefined,
): E.Either<MessageError, string | undefined> => {
  if (json === undefined) {
    const widget = widgetIn(content);
    return E.right(widget && widgetContent(widget));
  }
  return pipe(
    checkLength(submessageLimits.contentLength, widgetTooLong)(json),
    E.mapLeft(({ message }) => invalidWidget(message)),
    E.chainW((json) =>
      pipe(
        parseJson(json),
        E.mapLeft(() => invalidWidgetJson),
      ),
    ),
    E.chainW((json) => pipe(checkWidgetData(json), E.mapLeft(invalidWidget))),
    E.map(widgetContent),
  );
};
