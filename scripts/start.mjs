// `npm start`: the command line's `serve`, in this process, so that signals reach it directly.
process.argv.splice(2, 0, 'serve')
await import('../packages/server/bin/backhaul.js')
