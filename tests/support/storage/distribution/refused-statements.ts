import type { Knex } from "knex";
import { childrenOf, isNode, listOf, type Tree, type TreeNode } from "./parse-trees";

/** As `pg_proc.provolatile`: immutable, stable or volatile. */
type Volatility = "i" | "s" | "v";

/** What the catalog says about the ids in parse trees. */
export interface Catalog {
  readonly functions: ReadonlyMap<string, Volatility>;
  /** The functions that parse and print values of a type. */
  readonly inputs: ReadonlyMap<string, Volatility>;
  readonly outputs: ReadonlyMap<string, Volatility>;
  readonly tables: ReadonlyMap<string, string>;
}

export const readCatalog = async (db: Knex): Promise<Catalog> => {
  const pairs = async <Value>(text: string): Promise<ReadonlyMap<string, Value>> => {
    const { rows } = await db.raw(text);
    return new Map(rows.map(({ id, value }: { id: string; value: Value }) => [id, value]));
  };
  const ofTypes = (column: string) =>
    pairs<Volatility>(
      `SELECT t.oid::text AS id, p.provolatile::text AS value FROM pg_type t JOIN pg_proc p ON p.oid = t.${column}`,
    );
  return {
    functions: await pairs("SELECT oid::text AS id, provolatile::text AS value FROM pg_proc"),
    inputs: await ofTypes("typinput"),
    outputs: await ofTypes("typoutput"),
    tables: await pairs("SELECT oid::text AS id, relname::text AS value FROM pg_class WHERE relkind = 'r'"),
  };
};

const wordOf = (tree: Tree | undefined): string => (typeof tree === "string" ? tree : "");

const typeOf = (tree: Tree | undefined): string => {
  if (!isNode(tree)) return "";
  if (isNode(tree.fields.subselect)) {
    const [column] = listOf(tree.fields.subselect.fields.targetList);
    return isNode(column) ? typeOf(column.fields.expr) : "";
  }
  const name = Object.keys(tree.fields).find((field) =>
    /^(?:var|const|param|funcresult|opresult|result|case|coalesce|agg|array_|min_?max)type(?:id)?$/.test(
      field,
    ),
  );
  return name === undefined ? "" : wordOf(tree.fields[name]);
};

/** The volatility of what a node itself calls. A function that isn't known counts as stable. */
const volatilityOf = ({ tag, fields }: TreeNode, catalog: Catalog): Volatility => {
  if (tag === "NEXTVALUEEXPR") return "v";
  if (tag === "SQLVALUEFUNCTION") return "s";
  if (tag === "COERCEVIAIO") {
    const both = [
      catalog.inputs.get(wordOf(fields.resulttype)) ?? "s",
      catalog.outputs.get(typeOf(fields.arg)) ?? "s",
    ];
    return both.includes("v") ? "v" : both.includes("s") ? "s" : "i";
  }
  const called = fields.funcid ?? fields.opfuncid ?? fields.aggfnoid ?? fields.winfnoid;
  return called === undefined ? "i" : (catalog.functions.get(wordOf(called)) ?? "s");
};

const isQuery = (tree: Tree): tree is TreeNode => isNode(tree) && tree.tag === "QUERY";

/** All nodes of a tree, those of subqueries too if they are asked for. */
const nodesOf = (tree: Tree, withSubqueries: boolean): readonly TreeNode[] => [
  ...(isNode(tree) ? [tree] : []),
  ...childrenOf(tree)
    .filter((child) => withSubqueries || !isQuery(child))
    .flatMap((child) => nodesOf(child, withSubqueries)),
];

/** Whether a tree calls functions of these volatilities. */
export const calls = (
  tree: Tree | undefined,
  volatilities: readonly Volatility[],
  catalog: Catalog,
  withSubqueries: boolean,
): boolean =>
  tree !== undefined &&
  nodesOf(tree, withSubqueries).some((node) => volatilities.includes(volatilityOf(node, catalog)));

/** Whether a subquery uses columns of a query around it. */
const isCorrelated = (query: TreeNode): boolean =>
  nodesOf(query, true).some(({ tag, fields }) => tag === "VAR" && fields.varlevelsup !== "0");

/** Whether PostgreSQL would put a subquery's expressions in the place of its columns. */
const isPulledUp = ({ fields }: TreeNode): boolean =>
  [fields.hasAggs, fields.hasWindowFuncs, fields.hasTargetSRFs, fields.hasForUpdate].every(
    (flag) => flag === "false",
  ) &&
  [
    fields.groupClause,
    fields.groupingSets,
    fields.distinctClause,
    fields.limitOffset,
    fields.limitCount,
  ].every((clause) => clause === "<>") &&
  fields.setOperations === "<>" &&
  fields.cteList === "<>";

/** The expression of a subquery's column that stands in a query, if PostgreSQL puts it there. */
const expressionOf = ({ fields }: TreeNode, query: TreeNode): Tree | undefined => {
  const entry = listOf(query.fields.rtable)[Number(fields.varno) - 1];
  if (fields.varlevelsup !== "0" || !isNode(entry)) return undefined;
  const named = listOf(query.fields.cteList).find(
    (one) => isNode(one) && one.fields.ctename === entry.fields.ctename,
  );
  const subquery = isNode(named) ? named.fields.ctequery : entry.fields.subquery;
  if (!isNode(subquery) || subquery.fields.commandType !== commands.select || !isPulledUp(subquery))
    return undefined;
  const column = listOf(subquery.fields.targetList)[Number(fields.varattno) - 1];
  return isNode(column) ? column.fields.expr : undefined;
};

const commands = { select: "1", update: "2", insert: "3", delete: "4" } as const;

interface Found {
  readonly hasColumn: boolean;
  readonly objections: readonly string[];
}

const nothing: Found = { hasColumn: false, objections: [] };

const together = (parts: readonly Found[]): Found => ({
  hasColumn: parts.some(({ hasColumn }) => hasColumn),
  objections: parts.flatMap(({ objections }) => objections),
});

/**
 * What Citus refuses in an expression of an UPDATE or DELETE. It computes stable functions once, on the coordinator, and so can't
 * where they need a column, or where a branch may leave them out. Subqueries are computed elsewhere, but may bring a column in.
 */
const foundIn = (tree: Tree | undefined, query: TreeNode, catalog: Catalog, isOfStep: boolean): Found => {
  if (tree === undefined || typeof tree === "string") return nothing;
  const inside = (): Found =>
    together(childrenOf(tree).map((child) => foundIn(child, query, catalog, isOfStep)));
  if (!isNode(tree)) return inside();
  if (tree.tag === "VAR") {
    const expression = expressionOf(tree, query);
    return expression === undefined
      ? { hasColumn: true, objections: [] }
      : foundIn(expression, query, catalog, isOfStep);
  }
  if (tree.tag === "QUERY") return { hasColumn: isCorrelated(tree), objections: [] };
  if (/^(?:CASE|COALESCE)(?:EXPR)?$/.test(tree.tag) && calls(tree, ["s", "v"], catalog, isOfStep))
    return { hasColumn: false, objections: ["calls a mutable function in CASE or COALESCE"] };
  const { hasColumn, objections } = inside();
  if (volatilityOf(tree, catalog) !== "s") return { hasColumn, objections };
  return {
    hasColumn: false,
    objections: [...objections, ...(hasColumn ? ["calls a stable function with a column"] : [])],
  };
};

const entriesOf = (tree: Tree | undefined): readonly TreeNode[] =>
  listOf(tree)
    .filter(isNode)
    .filter(({ fields }) => fields.resjunk === "false");

const isPresent = (tree: Tree | undefined): boolean => tree !== undefined && tree !== "<>";

/** The SELECT that an INSERT takes its rows from, which Citus plans in another way. */
const selectedBy = ({ fields }: TreeNode): TreeNode | undefined =>
  listOf(fields.rtable)
    .filter(isNode)
    .map((entry) => entry.fields.subquery)
    .find(isNode);

const insertsSelected = (query: TreeNode): boolean => selectedBy(query) !== undefined;

const ofInsert = (query: TreeNode, catalog: Catalog): readonly string[] => {
  const { hasSubLinks, cteList, onConflict } = query.fields;
  const conflict = isNode(onConflict) ? onConflict.fields : {};
  const assigned = entriesOf(conflict.onConflictSet);
  const conditions = [conflict.arbiterWhere, conflict.onConflictWhere];
  return [
    ...(hasSubLinks === "true" && !insertsSelected(query) ? ["has a subquery in INSERT without SELECT"] : []),
    ...(isPresent(cteList) && !insertsSelected(query) ? ["has WITH in INSERT without SELECT"] : []),
    ...([...assigned.map(({ fields }) => fields.expr), ...conditions].some((tree) =>
      calls(tree, ["s", "v"], catalog, true),
    )
      ? ["calls a mutable function in ON CONFLICT"]
      : []),
    ...(assigned.some(
      ({ fields }) => fields.resname === "realm_id" && isNode(fields.expr) && fields.expr.tag !== "VAR",
    )
      ? ["changes the realm of a row"]
      : []),
  ];
};

/** PostgreSQL's number for `SET (a, b) = (SELECT …)`. */
const ofSeveralColumns = "5";

const ofChange = (query: TreeNode, catalog: Catalog, isOfStep: boolean): readonly string[] => {
  const assigned = query.fields.commandType === commands.update ? entriesOf(query.fields.targetList) : [];
  const expressions = [...assigned.map(({ fields }) => fields.expr), query.fields.jointree];
  return [
    ...(calls(query, ["v"], catalog, true) ? ["calls a volatile function"] : []),
    ...(nodesOf(query, false).some(({ fields }) => fields.subLinkType === ofSeveralColumns)
      ? ["assigns a list of columns from a subquery"]
      : []),
    ...new Set(expressions.flatMap((tree) => foundIn(tree, query, catalog, isOfStep).objections)),
    ...(assigned.some(({ fields }) => fields.resname === "realm_id") ? ["changes the realm of a row"] : []),
  ];
};

const ofReturning = ({ fields }: TreeNode, catalog: Catalog, isOfStep: boolean): readonly string[] =>
  calls(fields.returningList, ["s", "v"], catalog, isOfStep) ? ["calls a mutable function in RETURNING"] : [];

const ofSteps = ({ fields }: TreeNode, catalog: Catalog): readonly string[] =>
  calls(fields.cteList, ["v"], catalog, true) ? ["calls a volatile function in WITH"] : [];

/** The table that an entry of a query's list names. */
export const tableOf = (entry: TreeNode, catalog: Catalog): string | undefined =>
  catalog.tables.get(wordOf(entry.fields.relid));

const targetOf = ({ fields }: TreeNode, catalog: Catalog): string => {
  const target = listOf(fields.rtable)[Number(fields.resultRelation) - 1];
  return isNode(target) ? (tableOf(target, catalog) ?? "") : "";
};

/** The inserts of a statement, in its WITH queries too, with the table of each and the SELECT that it takes rows from, if any. */
export const insertsIn = (
  statement: TreeNode,
  catalog: Catalog,
): readonly { readonly query: TreeNode; readonly table: string; readonly selected: TreeNode | undefined }[] =>
  nodesOf(statement, true)
    .filter(isQuery)
    .filter(({ fields }) => fields.commandType === commands.insert)
    .map((query) => ({ query, table: targetOf(query, catalog), selected: selectedBy(query) }));

/**
 * Why Citus would refuse to plan the changes of tables that it manages in a statement, whatever the values are. Citus judges them
 * once PostgreSQL has computed what is constant and put simple SQL functions in place. This judges them before, which objects to
 * more, never to less.
 */
export const refusalsOf = (
  statement: TreeNode,
  catalog: Catalog,
  isManaged: (table: string) => boolean,
): readonly string[] =>
  nodesOf(statement, true)
    .filter(isQuery)
    .flatMap((query) => {
      const { commandType } = query.fields;
      if (commandType === commands.select || !isManaged(targetOf(query, catalog))) return [];
      // PostgreSQL replaces the subqueries of a statement before Citus looks at it, but not those of its WITH queries.
      const isOfStep = query !== statement;
      if (commandType === commands.insert)
        return [...ofInsert(query, catalog), ...ofReturning(query, catalog, isOfStep)];
      if (commandType !== commands.update && commandType !== commands.delete) return ["is a MERGE"];
      return [
        ...ofChange(query, catalog, isOfStep),
        ...ofReturning(query, catalog, isOfStep),
        ...ofSteps(query, catalog),
      ];
    });
