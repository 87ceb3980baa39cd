import { fixedOperands } from "../../../../src/domain/narrow/operands";
import { errorText } from "../../api/error-text";
import { Refusal } from "../../api/http";
import type { Narrow, Term } from "../../store/narrow";
import { unknownPlaceWords } from "../../words/en-unknown-places";

const ofPeople = ["dm", "dm-including", "sender"];
const ofPlaces = ["channel", "topic", ...ofPeople];

const isUnknown = ({ operator, operand }: Term): boolean => {
  const known = Object.entries(fixedOperands).find(([name]) => name === operator)?.[1];
  return known?.every((one) => one !== operand) === true;
};

/** Why a narrow can't be shown. The server's own text about an address that it can't resolve is for programmers. */
export const listErrorText = (error: unknown, narrow: Narrow): string => {
  if (!(error instanceof Refusal) || error.code !== "BAD_NARROW") return errorText(error);
  const unknown = narrow.find(isUnknown);
  if (unknown) return unknownPlaceWords.noSuchFilter(`${unknown.operator}:${unknown.operand}`);
  const isOnly = (operators: readonly string[]) =>
    narrow.every(({ operator }) => operators.includes(operator));
  if (isOnly(ofPeople)) return unknownPlaceWords.noSuchPerson;
  return isOnly(ofPlaces) ? unknownPlaceWords.noSuchPlace : unknownPlaceWords.noSuchSearch;
};
