/**
 * An expected failure. Code tells refusals apart by `tag`, which is the name of the constant; `code` is for clients,
 * `message` for people. API §7.
 */
interface Refusal<Tag = string> {
  readonly tag: Tag;
  readonly code: string;
  readonly message: string;
}

/**
 * The closed union of the refusals that a module exports, as constants or functions. A refusal whose tag isn't its own
 * name is missing from it.
 */
export type RefusalIn<Module> = {
  [Name in keyof Module]: Module[Name] extends Refusal<Name>
    ? Module[Name]
    : Module[Name] extends (...parameters: never) => infer Built
      ? Extract<Built, Refusal<Name>>
      : never;
}[keyof Module];

/** A problem with a field of a stored value or, without `field`, with the whole value. */
export interface FieldProblem {
  readonly field?: string;
  readonly message: string;
}

interface CodedRefusal<Tag, Code extends string> extends Refusal<Tag> {
  readonly code: Code;
}

/** A refusal with a code of its own, by which clients know it. */
export const refusal = <const Tag extends string, const Code extends string>(
  tag: Tag,
  code: Code,
  message: string,
): CodedRefusal<Tag, Code> => ({ tag, code, message });

/** The caller has no such thing. */
export const notFound = <const Tag extends string>(tag: Tag, message: string) =>
  refusal(tag, "RESOURCE_NOT_FOUND", message);

/** A refusal that clients needn't distinguish from others. */
export interface BadRequest<Tag> extends CodedRefusal<Tag, "BAD_REQUEST"> {
  /** The problem with each field of a form. */
  readonly problems?: readonly FieldProblem[];
}

export const badRequest = <const Tag extends string>(tag: Tag, message: string): BadRequest<Tag> =>
  refusal(tag, "BAD_REQUEST", message);

/** Fails with the message of the first problem, and lists all of them. */
export const invalidFields = <const Tag extends string>(
  tag: Tag,
  problems: readonly [FieldProblem, ...FieldProblem[]],
): BadRequest<Tag> => ({ ...badRequest(tag, problems[0].message), problems });
