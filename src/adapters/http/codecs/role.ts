import { isLeft, left, right } from "fp-ts/Either";
import type { Role } from "../../../domain/role";
import { roleOfNumber } from "../encode/user";
import { int, type WireType } from "./wire-type";

/** A role by its number. API §2.2. */
export const role: WireType<Role> = {
  decode: (text, name) => {
    const decoded = int.decode(text, name);
    if (isLeft(decoded)) return decoded;
    const known = roleOfNumber(decoded.right);
    return known === undefined ? left(`Invalid ${name}`) : right(known);
  },
  schema: { type: "integer", enum: [100, 200, 300, 400, 600] },
  isJson: false,
  longest: 100,
};
