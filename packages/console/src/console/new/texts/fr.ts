export const fr = (name: string, order: string, url: string, day: string): string =>
  `Bonjour${name},\n\nVous pouvez commencer votre retour${order} ici :\n${url}\n\nLe lien fonctionne jusqu'au ${day}.\n`
