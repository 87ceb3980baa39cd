import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { parseSync } from "@swc/core";

const root = join(__dirname, "../../../web/src");

// biome-ignore lint/suspicious/noExplicitAny: nodes of many kinds, told apart by their type
type Node = any;

/** A request that the web client makes: `GET /users/{}`, and where people encounter it. */
export interface WebRequest {
  readonly operation: string;
  /** View files, below `web/src/views`; none if it belongs to no view. */
  readonly places: readonly string[];
  /** The file that makes it, below `web/src`. */
  readonly from: string;
}

interface Source {
  readonly path: string;
  readonly body: readonly Node[];
  /** Imported names, by the paths of their files. */
  readonly imports: ReadonlyMap<string, string>;
  /** Named texts. */
  readonly texts: ReadonlyMap<string, string>;
}

const declaredIn = (node: Node): Node => (node.type === "ExportDeclaration" ? node.declaration : node);

const namesIn = (node: Node): readonly string[] => {
  const { declarations = [], identifier } = declaredIn(node);
  if (identifier) return [identifier.value];
  return declarations.map(({ id }: Node) => id.value);
};

const read = (path: string): Source => {
  const { body } = parseSync(readFileSync(path, "utf8"), { syntax: "typescript", tsx: path.endsWith("x") });
  const imports = body.flatMap((node: Node) =>
    node.type === "ImportDeclaration" && node.source.value.startsWith(".")
      ? node.specifiers.map(
          ({ local }: Node) => [local.value, join(dirname(path), node.source.value)] as const,
        )
      : [],
  );
  const texts = body.flatMap((node: Node) =>
    (declaredIn(node).declarations ?? []).flatMap(({ id, init }: Node) =>
      init?.type === "StringLiteral" ? [[id.value, init.value] as const] : [],
    ),
  );
  return { path, body, imports: new Map(imports), texts: new Map(texts) };
};

/** Every text that an expression can evaluate to; unknown parts are `{}`. */
const textsOf = (node: Node, { texts }: Source): readonly string[] => {
  switch (node?.type) {
    case "StringLiteral":
      return [node.value];
    case "Identifier":
      return [texts.get(node.value) ?? "{}"];
    case "ConditionalExpression":
      return [
        ...textsOf(node.consequent, { texts } as Source),
        ...textsOf(node.alternate, { texts } as Source),
      ];
    case "TemplateLiteral":
      return [
        node.quasis
          .map(({ cooked }: Node, index: number) => {
            const inner = node.expressions[index];
            const known = inner?.type === "Identifier" ? texts.get(inner.value) : undefined;
            return `${cooked}${inner === undefined ? "" : (known ?? "{}")}`;
          })
          .join(""),
      ];
    default:
      return ["{}"];
  }
};

const callsIn = (node: Node, source: Source): readonly string[] => {
  if (node === null || typeof node !== "object") return [];
  const inside = Object.values(node).flatMap((part) => callsIn(part, source));
  const callee = node.type === "CallExpression" && node.callee.type === "Identifier" ? node.callee.value : "";
  if (!source.imports.get(callee)?.endsWith("api/http")) return inside;
  const [first, second] = node.arguments.map(({ expression }: Node) => expression);
  const found =
    callee === "get" || callee === "openEvents"
      ? textsOf(first, source).map((path) => `GET ${path}`)
      : callee === "send"
        ? textsOf(first, source).flatMap((method) =>
            textsOf(second, source).map((path) => `${method} ${path}`),
          )
        : [];
  return [...found, ...inside];
};

const mentions = (node: Node, name: string): boolean =>
  node !== null &&
  typeof node === "object" &&
  ((node.type === "Identifier" && node.value === name) ||
    Object.values(node).some((part) => mentions(part, name)));

const sourceFiles = (): readonly string[] =>
  readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(root, name));

const isView = (path: string): boolean => path.startsWith(join(root, "views"));
const without = (path: string): string => path.replace(/\.tsx?$/, "");

/** Views that use something: the file itself, or those that import it, directly or through others. */
const viewsOf = (
  sources: readonly Source[],
  { path, body }: Source,
  names: readonly string[],
  seen: ReadonlySet<string> = new Set(),
): readonly string[] => {
  if (isView(path)) return [path];
  return names.flatMap((name) => {
    if (seen.has(`${path} ${name}`)) return [];
    const further = new Set([...seen, `${path} ${name}`]);
    const beside = body
      .filter(
        (node) => !namesIn(node).includes(name) && node.type !== "ImportDeclaration" && mentions(node, name),
      )
      .flatMap(namesIn);
    const own = sources.find((one) => one.path === path) as Source;
    const others = sources.filter((one) => one.imports.get(name) === without(path));
    return [
      ...viewsOf(sources, own, beside, further),
      ...others.flatMap((one) => {
        const users = one.body.filter((node) => node.type !== "ImportDeclaration" && mentions(node, name));
        return viewsOf(sources, one, users.flatMap(namesIn), further);
      }),
    ];
  });
};

/** Every request of the web client, read from its source. */
export const webRequests = (): readonly WebRequest[] => {
  const sources = sourceFiles().map(read);
  return sources.flatMap((source) =>
    source.body.flatMap((node) =>
      callsIn(node, source).map((operation) => ({
        operation,
        from: relative(root, source.path),
        places: [...new Set(viewsOf(sources, source, namesIn(node)))]
          .map((path) => relative(join(root, "views"), path))
          .sort(),
      })),
    ),
  );
};

const segments = (text: string): readonly string[] => text.split("/");

/** Whether a request matches an operation: an unknown part stands for a parameter, and nothing else. */
const fits = (request: string, operation: string): boolean => {
  const [asked, declared] = [segments(request), segments(operation)];
  return (
    asked.length === declared.length &&
    asked.every((part, index) => {
      const wanted = declared[index] ?? "";
      if (!wanted.startsWith("{")) return part === wanted;
      // The client knows everybody by id.
      return wanted !== "{email}" && part !== "" && (part === "{}" || !declared.includes(part));
    })
  );
};

/** The operation of a request: one that spells out its parts wins over one with parameters. */
export const operationOf = (request: string, operations: readonly string[]): string | undefined =>
  operations.includes(request) ? request : operations.find((one) => fits(request, one));
