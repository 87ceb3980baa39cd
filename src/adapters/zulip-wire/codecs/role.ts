import * as E from "fp-ts/Either";
import type { Role } from "../../../domain/users/role";
import { choiceWithNumber, roleNumbers } from "./type-numbers";
import { int, refined, type WireType } from "./wire-type";

/** A role, written as its number. API §2.2. */
export const role: WireType<Role> = refined(
  int,
  (number, name) => {
    const known = choiceWithNumber(roleNumbers, number);
    return known === undefined ? E.left(`Invalid ${name}`) : E.right(known);
  },
  { schema: { type: "integer", enum: [100, 200, 300, 400, 600] }, longest: 100 },
);
