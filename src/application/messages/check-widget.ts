import { type Either, isLeft, left, right } from "fp-ts/Either";
import { type ApiError, badRequest } from "../../domain/errors";
import { widgetContent, widgetIn } from "../../domain/widget";
import { checkWidgetData } from "../../domain/widget-data";
import { parseJson } from "./parse-json";

/**
 * What is attached to a message from the beginning, in JSON: the widget that its sender gives with it, or the one that
 * it says; undefined for a plain message.
 */
export const checkWidget = (
  content: string,
  given: string | undefined,
): Either<ApiError, string | undefined> => {
  const said = widgetIn(content);
  if (given === undefined) return right(said && widgetContent(said));
  const parsed = parseJson(given);
  if (isLeft(parsed)) return left(badRequest("Widgets: API programmer sent invalid JSON content"));
  const checked = checkWidgetData(parsed.right);
  return isLeft(checked) ? left(badRequest(`Widgets: ${checked.left}`)) : right(widgetContent(checked.right));
};
