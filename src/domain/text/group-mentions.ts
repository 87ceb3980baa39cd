import type { GroupId, UserId } from "../ids";

const span = /<span ([^>]*)>/g;

/** Ids of mentions of one kind in rendered content, in order. Silent mentions are left out. */
const mentioned = (renderedContent: string, mention: string, idAttribute: string): readonly number[] =>
  [...renderedContent.matchAll(span)].flatMap(([, attributes = ""]) => {
    const id = new RegExp(`${idAttribute}="(\\d{1,15})"`).exec(attributes)?.[1];
    return id !== undefined && attributes.includes(`class="${mention}"`) ? [Number(id)] : [];
  });

/** Ids of the groups a message mentions. */
export const mentionedGroupIds = (renderedContent: string): readonly GroupId[] =>
  mentioned(renderedContent, "user-group-mention", "data-user-group-id");

/** Whether a message mentions the user by name. */
export const mentionsUser = (renderedContent: string, userId: UserId): boolean =>
  mentioned(renderedContent, "user-mention", "data-user-id").includes(userId);
