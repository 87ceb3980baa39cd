const span = /<span ([^>]*)>/g;

/** The ids in rendered content that mentions of a kind name, silent ones left out, in their order. */
const mentioned = (renderedContent: string, mention: string, idAttribute: string): readonly number[] =>
  [...renderedContent.matchAll(span)].flatMap(([, attributes = ""]) => {
    const id = new RegExp(`${idAttribute}="(\\d{1,15})"`).exec(attributes)?.[1];
    return id !== undefined && attributes.includes(`class="${mention}"`) ? [Number(id)] : [];
  });

/** Ids of the groups that a message calls. */
export const mentionedGroupIds = (renderedContent: string): readonly number[] =>
  mentioned(renderedContent, "user-group-mention", "data-user-group-id");

/** Whether a message calls the user by name. */
export const mentionsUser = (renderedContent: string, userId: number): boolean =>
  mentioned(renderedContent, "user-mention", "data-user-id").includes(userId);
