import type { WireEvent } from "./client-model";

/** The permission settings of the organization, groups and channels, as a client has them. */
export interface PermissionModel {
  apply(event: WireEvent): void;
  summary(): object;
}

type Permissions = Map<string, unknown>;

const isPermission = (name: string): boolean => name.endsWith("_group") && name !== "is_system_group";

const permissionsIn = (fields: WireEvent, prefix = ""): Permissions =>
  new Map(
    Object.entries(fields).flatMap(([name, value]) =>
      name.startsWith(prefix) && isPermission(name) ? [[name.slice(prefix.length), value] as const] : [],
    ),
  );

const put = (permissions: Permissions | undefined, fields: WireEvent): void => {
  for (const [name, value] of permissionsIn(fields)) permissions?.set(name, value);
};

export const permissionModel = (state: WireEvent): PermissionModel => {
  const realm = permissionsIn(state, "realm_");
  const groups = new Map<number, Permissions>(
    state.realm_user_groups.map((group: WireEvent) => [group.id, permissionsIn(group)]),
  );
  const channels = new Map<number, Permissions>(
    state.streams.map((channel: WireEvent) => [channel.stream_id, permissionsIn(channel)]),
  );
  const subscriptions = new Map<number, Permissions>(
    state.subscriptions.map((channel: WireEvent) => [channel.stream_id, permissionsIn(channel)]),
  );
  return {
    apply: (event) => {
      switch (`${event.type} ${event.op ?? ""}`) {
        case "realm update_dict":
          put(realm, event.data);
          return;
        case "user_group add":
          groups.set(event.group.id, permissionsIn(event.group));
          return;
        case "user_group remove":
          groups.delete(event.group_id);
          return;
        case "user_group update":
          put(groups.get(event.group_id), event.data);
          return;
        case "stream create":
          for (const one of event.streams) channels.set(one.stream_id, permissionsIn(one));
          return;
        case "stream delete":
          for (const { stream_id } of event.streams) {
            channels.delete(stream_id);
            subscriptions.delete(stream_id);
          }
          return;
        case "stream update":
          for (const all of [channels, subscriptions])
            put(all.get(event.stream_id), { [event.property]: event.value });
          return;
        case "subscription add":
          for (const one of event.subscriptions) subscriptions.set(one.stream_id, permissionsIn(one));
          return;
        case "subscription remove":
          for (const { stream_id } of event.subscriptions) subscriptions.delete(stream_id);
      }
    },
    summary: () => {
      const listed = (all: ReadonlyMap<number, Permissions>): object =>
        Object.fromEntries([...all].map(([id, permissions]) => [id, Object.fromEntries(permissions)]));
      return {
        realm: Object.fromEntries(realm),
        groups: listed(groups),
        channels: listed(channels),
        subscriptions: listed(subscriptions),
      };
    },
  };
};
