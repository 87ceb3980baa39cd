import type * as t from "io-ts";
import { integer, WholeNumber } from "./numbers";

/** What an OpenAPI document says of a value. */
export type Schema = Readonly<Record<string, unknown>>;

const wholeNumberSchema = ({ least, most }: WholeNumber): Schema => ({
  type: "integer",
  ...(least > integer.least && { minimum: least }),
  ...(most < integer.most && { maximum: most }),
});

/** The schema of an io-ts type. Unknown kinds are left open. */
export function schemaOf(type: t.Mixed | t.Any): Schema {
  const known = type as unknown as {
    _tag?: string;
    type?: t.Mixed;
    types?: readonly t.Mixed[];
    props?: Record<string, t.Mixed>;
    keys?: Record<string, unknown>;
    value?: unknown;
    codomain?: t.Mixed;
  };
  if ((type as unknown) instanceof WholeNumber) return wholeNumberSchema(type as unknown as WholeNumber);
  const properties = () =>
    Object.fromEntries(Object.entries(known.props ?? {}).map(([name, member]) => [name, schemaOf(member)]));
  switch (known._tag) {
    case "StringType":
      return { type: "string" };
    case "BooleanType":
      return { type: "boolean" };
    case "NumberType":
      return { type: "number" };
    case "NullType":
      return { type: "null" };
    case "LiteralType":
      return { const: known.value };
    case "KeyofType":
      return { type: "string", enum: Object.keys(known.keys ?? {}) };
    case "ArrayType":
    case "ReadonlyArrayType":
      return { type: "array", items: known.type ? schemaOf(known.type) : {} };
    case "TupleType": {
      const prefixItems = (known.types ?? []).map(schemaOf);
      return { type: "array", prefixItems, minItems: prefixItems.length, maxItems: prefixItems.length };
    }
    case "DictionaryType":
      return { type: "object", additionalProperties: known.codomain ? schemaOf(known.codomain) : true };
    case "InterfaceType":
      return { type: "object", properties: properties(), required: Object.keys(known.props ?? {}) };
    case "PartialType":
      return { type: "object", properties: properties() };
    case "UnionType":
      return { anyOf: (known.types ?? []).map(schemaOf) };
    case "IntersectionType":
      return { allOf: (known.types ?? []).map(schemaOf) };
    case "AnyDictionaryType":
      return { type: "object" };
    default:
      return {};
  }
}
