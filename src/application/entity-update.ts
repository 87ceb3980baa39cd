import { keysOf } from "../domain/collections/keys-of";
/**
 * New values of an entity's fields; undefined leaves the current one. `Fixed` are the fields that the update doesn't set: for a
 * new field of the entity, the compiler asks each use case whether its update sets it.
 */
export type EntityUpdate<Entity, Fixed extends keyof Entity> = {
  readonly [Field in Exclude<keyof Entity, Fixed>]: Entity[Field] | undefined;
};

/** The fields that an update sets. */
export const definedPart = <Fields extends object>(
  update: Fields,
): { readonly [Field in keyof Fields]?: Exclude<Fields[Field], undefined> } =>
  Object.fromEntries(Object.entries(update).filter(([, value]) => value !== undefined)) as ReturnType<
    typeof definedPart<Fields>
  >;

/** The new values that differ from the current ones. */
export const changedPart = <Entity extends object>(
  current: Entity,
  values: Partial<Entity>,
): Partial<Entity> =>
  Object.fromEntries(
    keysOf(values).flatMap((name) =>
      values[name] === undefined || values[name] === current[name] ? [] : [[name, values[name]]],
    ),
  ) as Partial<Entity>;
