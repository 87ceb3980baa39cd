import type { ChannelId, GroupId, UserId } from "../ids";

/** The people and things that rendered content names, silently or not. */
export interface NamesInHtml {
  readonly userIds: ReadonlySet<UserId>;
  readonly groupIds: ReadonlySet<GroupId>;
  readonly channelIds: ReadonlySet<ChannelId>;
}

/** Only resolved mentions and links to channels become elements of these classes; other links have none. */
const named =
  /<(?:span|a) [^>]*class="(?:user-mention|user-group-mention|stream|stream-topic|message-link)[ "][^>]*>/g;

/** Finds resolved mentions and links to channels. */
export const namesInHtml = (html: string): NamesInHtml => {
  const elements = [...html.matchAll(named)].map(([element]) => element);
  const ids = (id: RegExp): ReadonlySet<number> =>
    new Set(elements.flatMap((element) => Number(id.exec(element)?.[1] ?? 0) || []));
  return {
    userIds: ids(/ data-user-id="(\d{1,15})"/),
    groupIds: ids(/ data-user-group-id="(\d{1,15})"/),
    channelIds: ids(/ (?:data-stream-id="|href="\/#narrow\/channel\/)(\d{1,15})/),
  };
};
