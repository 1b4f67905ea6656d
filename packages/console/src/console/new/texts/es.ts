export const es = (name: string, order: string, url: string, day: string): string =>
  `Hola${name}:\n\nPuede iniciar su devolución${order} aquí:\n${url}\n\nEl enlace funciona hasta el ${day}.\n`
