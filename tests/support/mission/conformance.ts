import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Ajv, { type ErrorObject, type ValidateFunction } from "ajv";
import { explained } from "./known-differences";

/**
 * Levels whose shapes the API's own documents give. The documents lie beside the project, not in it, or where a
 * variable says.
 */
const levels = [247, 420] as const;
export type Level = (typeof levels)[number];
const references = process.env.PARLEY_TEST_REFERENCE ?? join(__dirname, "../../../../shared/reference");
const referenceFile = (level: Level): string => join(references, `zulip-api-fl${level}.json`);

type Json = { readonly [name: string]: unknown };

/** One response of the server. */
export interface Answer {
  readonly method: string;
  /** Below `/api/v1`, without the query. */
  readonly path: string;
  readonly status: number;
  /** JSON. */
  readonly body: string;
}

/** Later levels add fields, so a value may have more than its shape names, and match several variants. */
const loosened = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(loosened);
  if (typeof node !== "object" || node === null) return node;
  if ("nullable" in node) {
    const { nullable, ...rest } = node;
    return nullable === true ? { anyOf: [{ type: "null" }, loosened(rest)] } : loosened(rest);
  }
  return Object.fromEntries(
    Object.entries(node).flatMap(([name, value]) =>
      name === "additionalProperties" && value === false
        ? []
        : [[name === "oneOf" ? "anyOf" : name, loosened(value)]],
    ),
  );
};

const toPattern = (path: string): RegExp => new RegExp(`^${path.replace(/\{[^}]+\}/g, "[^/]+")}$`);

const describe = ({ instancePath, message, params }: ErrorObject): string => {
  const where = instancePath.replace(/\/\d+/g, "[]").replaceAll("/", ".");
  const values = "allowedValues" in params ? ` ${JSON.stringify(params.allowedValues)}` : "";
  return `${where} ${message}${values}`.trim();
};

/** Compares a server's responses with the shapes of every known level. */
export class Conformance {
  private readonly found = new Map<Reference, Set<string>>();

  private constructor(references: readonly Reference[]) {
    for (const reference of references) this.found.set(reference, new Set());
  }

  /** Undefined if there is no reference. */
  static load(): Conformance | undefined {
    const references = loadReferences();
    return references.length === 0 ? undefined : new Conformance(references);
  }

  check(answer: Answer): void {
    for (const [reference, found] of this.found)
      for (const difference of reference.differencesOf(answer)) found.add(difference);
  }

  /** Differences without a reason. */
  differences(): readonly string[] {
    return [...this.found].flatMap(([{ level }, found]) =>
      [...found]
        .filter((difference) => !explained(level, difference))
        .sort()
        .map((difference) => `level ${level}: ${difference}`),
    );
  }
}

/** The shapes of one level, and what was compiled of them: the same for all servers. */
class Reference {
  private readonly validators = new Map<string, ValidateFunction | undefined>();
  private readonly patterns: readonly (readonly [template: string, pattern: RegExp])[];
  private readonly templates = new Map<string, string | undefined>();
  /** The places of an event's shapes, by its type and operation. */
  private readonly eventShapes = new Map<string, readonly string[]>();

  private readonly ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
  private readonly document: Json;

  constructor(
    readonly level: Level,
    document: unknown,
  ) {
    this.document = loosened(document) as Json;
    this.ajv.addSchema(this.document, "api");
    this.patterns = Object.keys(this.document.paths as Json).map((path) => [path, toPattern(path)]);
  }

  /** How a success differs from its shape; what the reference doesn't know is accepted. */
  differencesOf({ method, path, status, body }: Answer): readonly string[] {
    const template = status === 200 ? this.templateOf(path) : undefined;
    if (template === undefined) return [];
    const operation = `${method.toUpperCase()} ${template}`;
    const value = JSON.parse(body) as Json;
    if (operation === "GET /events") return this.differencesOfEvents(value);
    return this.errorsOf(schemaAt(template, method), value).map(
      (error) => `${operation}: ${describe(error)}`,
    );
  }

  private templateOf(path: string): string | undefined {
    if (!this.templates.has(path)) {
      const found =
        this.patterns.find(([template]) => template === path) ??
        this.patterns.find(([, pattern]) => pattern.test(path));
      this.templates.set(path, found?.[0]);
    }
    return this.templates.get(path);
  }

  private errorsOf(pointer: string, value: unknown): readonly ErrorObject[] {
    const validate = this.validator(pointer);
    return validate === undefined || validate(value) ? [] : (validate.errors ?? []);
  }

  /** Compares each event with the shapes of its type; the nearest one counts. */
  private differencesOfEvents(body: Json): readonly string[] {
    return ((body.events ?? []) as readonly Json[]).flatMap((event) => {
      const results = this.eventPointers(event).map((pointer) => this.errorsOf(pointer, event));
      const [nearest = []] = results.sort((a, b) => a.length - b.length);
      const name = `event ${event.type}${event.op === undefined ? "" : ` ${event.op}`}`;
      return nearest.map((error) => `${name}: ${describe(error)}`);
    });
  }

  private eventPointers({ type, op }: Json): readonly string[] {
    const kind = `${type} ${op ?? ""}`;
    const known = this.eventShapes.get(kind);
    if (known !== undefined) return known;
    const at = `${schemaAt("/events", "get")}/allOf/1/properties/events/items/anyOf`;
    const shapes = resolved(this.document, at)?.node as readonly unknown[];
    const pointers = shapes.flatMap((shape, index) => {
      const words = JSON.stringify(expanded(this.document, shape));
      const isOfType = words.includes(`"enum":["${type}"]`);
      const isOfOp = op === undefined || !words.includes('"op":') || words.includes(`"${op}"`);
      return isOfType && isOfOp ? [`${at}/${index}`] : [];
    });
    this.eventShapes.set(kind, pointers);
    return pointers;
  }

  private validator(pointer: string): ValidateFunction | undefined {
    if (!this.validators.has(pointer)) {
      const found = resolved(this.document, pointer);
      this.validators.set(pointer, found && this.ajv.compile({ $ref: `api#${encodeURI(found.pointer)}` }));
    }
    return this.validators.get(pointer);
  }
}

let loaded: readonly Reference[] | undefined;

/** Reading and compiling the shapes takes longer than most test files, so a process does it once. */
const loadReferences = (): readonly Reference[] => {
  loaded ??= levels.flatMap((level) => {
    const file = referenceFile(level);
    return existsSync(file) ? [new Reference(level, JSON.parse(readFileSync(file, "utf8")))] : [];
  });
  return loaded;
};

const schemaAt = (template: string, method: string): string =>
  `/paths/${template.replaceAll("~", "~0").replaceAll("/", "~1")}/${method}/responses/200/content/application~1json/schema`;

const referredBy = (node: unknown): string | undefined => {
  const reference = (node as { readonly $ref?: string } | undefined)?.$ref;
  return reference?.replace(/^#/, "");
};

/** The target of a JSON pointer, through references on its way, and the target's own pointer. */
const resolved = (
  document: Json,
  pointer: string,
): { readonly pointer: string; readonly node: unknown } | undefined => {
  let at = "";
  let node: unknown = document;
  for (const step of pointer.split("/").slice(1)) {
    node = (node as Json | undefined)?.[step.replaceAll("~1", "/").replaceAll("~0", "~")];
    at = `${at}/${step}`;
    for (let next = referredBy(node); next !== undefined; next = referredBy(node)) {
      const found = resolved(document, next);
      if (found === undefined) return undefined;
      ({ node, pointer: at } = found);
    }
  }
  return node === undefined ? undefined : { node, pointer: at };
};

const deepest = 4;

/** A shape with its references expanded, as deep as needed to tell its kind. */
const expanded = (document: Json, node: unknown, depth = 0): unknown => {
  if (typeof node !== "object" || node === null) return node;
  const reference = referredBy(node);
  if (reference !== undefined)
    return depth === deepest ? {} : expanded(document, resolved(document, reference)?.node, depth + 1);
  return Array.isArray(node)
    ? node.map((one) => expanded(document, one, depth))
    : Object.fromEntries(
        Object.entries(node).map(([name, value]) => [name, expanded(document, value, depth)]),
      );
};
