import * as t from "io-ts";
import { WholeNumber } from "../../../domain/codec/whole-number";
import { integer } from "./whole-numbers";

/** An OpenAPI schema. */
export type Schema = Readonly<Record<string, unknown>>;

const wholeNumberSchema = ({ least, most }: WholeNumber): Schema => ({
  type: "integer",
  ...(least > integer.least && { minimum: least }),
  ...(most < integer.most && { maximum: most }),
});

/** The OpenAPI schema of an io-ts type; an empty one for unknown kinds of types. */
export function schemaOf(type: unknown): Schema {
  const properties = (props: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(props).map(([name, member]) => [name, schemaOf(member)]));
  if (type instanceof WholeNumber) return wholeNumberSchema(type);
  if (type instanceof t.StringType) return { type: "string" };
  if (type instanceof t.BooleanType) return { type: "boolean" };
  if (type instanceof t.NumberType) return { type: "number" };
  if (type instanceof t.NullType) return { type: "null" };
  if (type instanceof t.LiteralType) return { const: type.value };
  if (type instanceof t.KeyofType) return { type: "string", enum: Object.keys(type.keys) };
  if (type instanceof t.ArrayType || type instanceof t.ReadonlyArrayType)
    return { type: "array", items: schemaOf(type.type) };
  if (type instanceof t.TupleType) {
    const prefixItems = type.types.map(schemaOf);
    return { type: "array", prefixItems, minItems: prefixItems.length, maxItems: prefixItems.length };
  }
  if (type instanceof t.DictionaryType)
    return { type: "object", additionalProperties: schemaOf(type.codomain) };
  if (type instanceof t.InterfaceType)
    return { type: "object", properties: properties(type.props), required: Object.keys(type.props) };
  if (type instanceof t.PartialType) return { type: "object", properties: properties(type.props) };
  if (type instanceof t.UnionType) return { anyOf: type.types.map(schemaOf) };
  if (type instanceof t.IntersectionType) return { allOf: type.types.map(schemaOf) };
  return type instanceof t.AnyDictionaryType ? { type: "object" } : {};
}
