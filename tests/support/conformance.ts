import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Ajv, { type ErrorObject, type ValidateFunction } from "ajv";
import { explained } from "./known-differences";

/** The API's shapes as its own document gives them, at an older level. It lies beside the project, not in it. */
const referenceFile = join(__dirname, "../../../shared/reference/zulip-api-fl247.json");

type Json = { readonly [name: string]: unknown };

/** One answer of the server. */
export interface Answer {
  readonly method: string;
  /** Below `/api/v1`, without the query. */
  readonly path: string;
  readonly status: number;
  /** JSON. */
  readonly body: string;
}

/** Later levels add fields, so that a shape may have more than it names, and fit more than one of its kinds. */
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

export class Conformance {
  private readonly validators = new Map<string, ValidateFunction | undefined>();
  private readonly found = new Set<string>();

  private constructor(
    private readonly ajv: Ajv,
    private readonly document: Json,
  ) {}

  /** Undefined where the reference isn't there. */
  static load(): Conformance | undefined {
    if (!existsSync(referenceFile)) return undefined;
    const document = loosened(JSON.parse(readFileSync(referenceFile, "utf8"))) as Json;
    const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
    ajv.addSchema(document, "api");
    return new Conformance(ajv, document);
  }

  /** Checks a success against its shape; what the reference doesn't know of passes. */
  check({ method, path, status, body }: Answer): void {
    const template = status === 200 ? this.templateOf(path) : undefined;
    if (template === undefined) return;
    const operation = `${method.toUpperCase()} ${template}`;
    const value = JSON.parse(body) as Json;
    if (operation === "GET /events") {
      this.checkEvents(value);
      return;
    }
    const pointer = `/paths/${template.replaceAll("~", "~0").replaceAll("/", "~1")}/${method}/responses/200/content/application~1json/schema`;
    this.checkBy(operation, pointer, value);
  }

  /** What differs and has no reason. */
  differences(): readonly string[] {
    return [...this.found].filter((difference) => !explained(difference)).sort();
  }

  private templateOf(path: string): string | undefined {
    const paths = Object.keys(this.document.paths as Json);
    return paths.find((one) => one === path) ?? paths.find((one) => toPattern(one).test(path));
  }

  private checkBy(name: string, pointer: string, value: unknown): void {
    const validate = this.validator(pointer);
    if (validate === undefined || validate(value)) return;
    for (const error of validate.errors ?? []) this.found.add(`${name}: ${describe(error)}`);
  }

  /** Each event against the shapes of its type: the one that it is nearest to counts. */
  private checkEvents(body: Json): void {
    for (const event of (body.events ?? []) as readonly Json[]) {
      const results = this.eventPointers(event).map((pointer) => {
        const validate = this.validator(pointer);
        return validate === undefined || validate(event) ? [] : (validate.errors ?? []);
      });
      const [nearest = []] = results.sort((a, b) => a.length - b.length);
      const name = `event ${event.type}${event.op === undefined ? "" : ` ${event.op}`}`;
      for (const error of nearest) this.found.add(`${name}: ${describe(error)}`);
    }
  }

  private eventPointers({ type, op }: Json): readonly string[] {
    const at = "/paths/~1events/get/responses/200/content/application~1json/schema";
    const [, own] = (pointed(this.document, at) as { allOf: readonly Json[] }).allOf;
    const items = (own as unknown as { properties: { events: { items: { anyOf: readonly unknown[] } } } })
      .properties.events.items;
    return items.anyOf.flatMap((shape, index) => {
      const words = JSON.stringify(shape);
      const isOfType = words.includes(`"enum":["${type}"]`);
      const isOfOp = op === undefined || !words.includes('"op":') || words.includes(`"${op}"`);
      return isOfType && isOfOp ? [`${at}/allOf/1/properties/events/items/anyOf/${index}`] : [];
    });
  }

  private validator(pointer: string): ValidateFunction | undefined {
    if (!this.validators.has(pointer))
      this.validators.set(
        pointer,
        pointed(this.document, pointer) === undefined
          ? undefined
          : this.ajv.compile({ $ref: `api#${encodeURI(pointer)}` }),
      );
    return this.validators.get(pointer);
  }
}

/** What a JSON pointer points to. */
const pointed = (document: Json, pointer: string): unknown =>
  pointer
    .split("/")
    .slice(1)
    .reduce<unknown>(
      (node, step) => (node as Json | undefined)?.[step.replaceAll("~1", "/").replaceAll("~0", "~")],
      document,
    );
