import type { Knex } from "knex";

/** A node of PostgreSQL's parse tree, as `debug_print_rewritten` prints it: `{VAR :varno 1 :varattno 4}`. */
export interface TreeNode {
  readonly tag: string;
  readonly fields: Readonly<Record<string, Tree>>;
}

/** A node, a list, or a word such as a number or a name. */
export type Tree = TreeNode | readonly Tree[] | string;

export const isNode = (tree: Tree | undefined): tree is TreeNode =>
  typeof tree === "object" && !Array.isArray(tree);

export const listOf = (tree: Tree | undefined): readonly Tree[] => (Array.isArray(tree) ? tree : []);

/** The parts of a tree, one level down. */
export const childrenOf = (tree: Tree): readonly Tree[] => {
  if (typeof tree === "string") return [];
  return isNode(tree) ? Object.values(tree.fields) : tree;
};

/** Reads a printed tree. */
const readTree = (printed: string): Tree => {
  const words = printed.match(/[(){}]|(?:\\[\s\S]|[^\s(){}\\])+/g) ?? [];
  let at = 0;
  const list = (): readonly Tree[] => {
    const items: Tree[] = [];
    while (words[at] !== ")") items.push(one());
    at += 1;
    return items;
  };
  const node = (): TreeNode => {
    const tag = words[at++] ?? "";
    const fields: Record<string, Tree> = {};
    while (words[at] !== "}") {
      const name = (words[at++] ?? "").slice(1);
      const values: Tree[] = [];
      while (words[at] !== "}" && !words[at]?.startsWith(":")) values.push(one());
      fields[name] = values.length === 1 ? (values[0] ?? "") : values;
    }
    at += 1;
    return { tag, fields };
  };
  const one = (): Tree => {
    const word = words[at++];
    if (word === undefined) throw new Error(`The tree ends early: ${printed}`);
    if (word === "(") return list();
    return word === "{" ? node() : word;
  };
  return one();
};

/** What PostgreSQL tells beside its answers. */
export interface Notice {
  readonly message?: string;
  readonly detail?: string;
  readonly where?: string;
}

/** Statements in a notice, if it is a printed tree. */
export const statementsIn = ({ message, detail = "" }: Notice): readonly TreeNode[] =>
  message === "rewritten parse tree:"
    ? listOf(readTree(detail))
        .filter((tree) => isNode(tree) && tree.fields.utilityStmt === "<>")
        .filter(isNode)
    : [];

/** Settings with which PostgreSQL prints the tree of each statement to its client. */
export const printingTrees = ["client_min_messages = log", "debug_print_rewritten = on"] as const;

/** The parse tree of a statement. */
export const treeOf = async (db: Knex, text: string): Promise<TreeNode> => {
  const connection = await db.client.acquireConnection();
  const statements: TreeNode[] = [];
  const note = (notice: Notice) => statements.push(...statementsIn(notice));
  try {
    for (const setting of printingTrees) await connection.query(`SET ${setting}`);
    connection.on("notice", note);
    await connection.query(`PREPARE printed AS ${text}`);
    await connection.query("DEALLOCATE printed; RESET debug_print_rewritten; RESET client_min_messages");
  } finally {
    connection.off("notice", note);
    await db.client.releaseConnection(connection);
  }
  const [tree] = statements;
  if (tree === undefined) throw new Error(`PostgreSQL printed no tree of ${text}`);
  return tree;
};
