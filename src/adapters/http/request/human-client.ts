const humanClients = /^(website|zulip ?(mobile|flutter|electron|desktop|terminal|android|ios)|ios|android)/i;

/**
 * Whether people type in that program. Messages of other programs stay unread for the account that sends
 * them.
 */
export const isTypedIn = (client: string): boolean => humanClients.test(client);
