const humanClients = /^(website|zulip ?(mobile|flutter|electron|desktop|terminal|android|ios)|ios|android)/i;

/** Whether people type in that program. What others send is not read by whoever they send it for. */
export const isTypedIn = (client: string): boolean => humanClients.test(client);
