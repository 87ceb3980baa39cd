const humanClients = /^(website|zulip ?(mobile|flutter|electron|desktop|terminal|android|ios)|ios|android)/i;

/** Whether people type in this client. Messages sent by other programs stay unread for their sender. */
export const isTypedIn = (client: string): boolean => humanClients.test(client);
