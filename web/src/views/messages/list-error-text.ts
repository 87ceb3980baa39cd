import { errorText } from "../../api/error-text";
import { Refusal } from "../../api/http";
import type { Narrow } from "../../store/narrow";
import { unknownPlaceWords } from "../../words/en-unknown-places";

const ofPeople = ["dm", "dm-including", "sender"];

/** Why a narrow can't be shown. The server's own text about an address that it can't resolve is for programmers. */
export const listErrorText = (error: unknown, narrow: Narrow): string => {
  if (!(error instanceof Refusal) || error.code !== "BAD_NARROW") return errorText(error);
  return narrow.every(({ operator }) => ofPeople.includes(operator))
    ? unknownPlaceWords.noSuchPerson
    : unknownPlaceWords.noSuchPlace;
};
