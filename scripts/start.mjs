// `npm start`: runs `serve` of the command line in this process, so that it receives signals directly.
process.argv.splice(2, 0, 'serve')
await import('../packages/server/bin/backhaul.js')
