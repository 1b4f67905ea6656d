export function* statusesAdvance() {}
