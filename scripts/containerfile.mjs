// Carries out a container file without a container engine: every stage is a root file system of its own over the one that it begins with
// (overlayfs in a mount namespace), and each RUN is one in it by chroot. At the end, what the image starts is started, against a database.
// Needs root and Linux. It knows the steps of deploy/Containerfile and no others.
import { execFileSync, spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { join } from 'node:path'
import { check, DATABASE_AT, openDatabase, start, until } from './program.mjs'

/** `[name, rest]` of each step; comments and empty lines are left out. */
const stepsOf = (text) =>
  text.split('\n').flatMap((line) => {
    const step = /^([A-Z]+) +(.+)$/.exec(line)
    if (!step && !/^(#.*)?$/.test(line)) throw new Error(`not known here: ${line}`)
    return step ? [[step[1], step[2]]] : []
  })

const quote = (text) => `'${text.replaceAll("'", "'\\''")}'`

/** A script that carries out `steps` in folders below `work`, and what the image says about its start. */
const scriptOf = (steps, { base, context, work }) => {
  const lines = ['set -eu', `mount -t tmpfs none ${work}`]
  const stages = []
  let stage = null
  for (const [name, rest] of steps) {
    const into = () => `${stage.root}${stage.directory}`
    if (name === 'FROM') {
      const [, , as] = rest.split(' ')
      const folder = `${work}/${stages.length}`
      stage = { as, root: `${folder}/root`, directory: '/', env: [], user: '0:0', entry: [] }
      stages.push(stage)
      lines.push(`mkdir -p ${['root', 'upper', 'work'].map((part) => `${folder}/${part}`).join(' ')}`)
      lines.push(`mount -t overlay none -o lowerdir=${base},upperdir=${folder}/upper,workdir=${folder}/work ${stage.root}`)
      lines.push(`mount --rbind /dev ${stage.root}/dev && mount -t proc none ${stage.root}/proc && mount -t tmpfs none ${stage.root}/tmp`)
      if (base !== '/') lines.push(`cp -L /etc/resolv.conf ${stage.root}/etc/resolv.conf`)
    } else if (name === 'WORKDIR') {
      stage.directory = rest
      lines.push(`mkdir -p ${into()}`)
    } else if (name === 'COPY' && rest === '. .') {
      // What .dockerignore leaves.
      lines.push(`(cd ${context} && git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents -t ${into()})`)
    } else if (name === 'COPY') {
      const [, as, from, to] = /^--from=(\S+) (\S+) (\S+)$/.exec(rest)
      const { root } = stages.find((one) => one.as === as)
      lines.push(`mkdir -p ${stage.root}${to} && cp -a ${root}${from}/. ${stage.root}${to}`)
    } else if (name === 'RUN') lines.push(`${inStage(stage)} sh -c ${quote(`cd ${stage.directory} && ${rest}`)}`)
    else if (name === 'ENV') stage.env.push(...rest.split(' '))
    else if (name === 'USER') stage.user = rest
    else if (name === 'ENTRYPOINT' || name === 'CMD') stage.entry.push(...JSON.parse(rest))
    else if (!['ARG', 'EXPOSE'].includes(name)) throw new Error(`not known here: ${name} ${rest}`)
  }
  return { lines, last: stage }
}

const inStage = ({ root, env, user }) => `chroot --userspec=${user} ${root} env ${env.join(' ')}`

const canDo = (work, base) =>
  process.getuid?.() === 0 &&
  spawnSync('unshare', ['--mount', 'sh', '-c', scriptOf([['FROM', 'x']], { base, work }).lines.join('\n')]).status === 0

/** Prints `skipped: …` where the machine cannot do it. */
export const runContainerfile = async ({ file, context, work: parent, base = '/' }) => {
  const work = join(parent, 'image')
  fs.mkdirSync(work)
  if (!canDo(work, base)) return console.log('skipped: the container file: only root on Linux can make file systems over others')
  const { lines, last } = scriptOf(stepsOf(fs.readFileSync(file, 'utf8')), { base, context, work })
  const database = await openDatabase(join(parent, 'database'))
  let running = null
  try {
    const secrets = join(parent, 'secrets')
    fs.mkdirSync(secrets)
    fs.writeFileSync(join(secrets, 'database-url'), database.url)
    fs.writeFileSync(join(secrets, 'master-key'), execFileSync('openssl', ['rand', '-base64', '32']))
    const put = (from, to) => `mkdir -p ${last.root}${to} && mount --bind ${from} ${last.root}${to}`
    const [command, ...args] = last.entry
    const setting = [
      'DATABASE_URL_FILE=/run/secrets/database-url',
      'BACKHAUL_MASTER_KEY_FILE=/run/secrets/master-key',
      'HOST=127.0.0.1',
      'PORT=0',
    ]
    const inImage = inStage({ ...last, env: [...last.env, 'BACKHAUL_DRAIN_SECONDS=0', ...setting] })
    lines.push(put(secrets, '/run/secrets'), put(database.folder, DATABASE_AT), `mount -o remount,ro ${last.root}`)
    lines.push(`exec ${inImage} sh -c ${quote(`cd ${last.directory} && exec ${command} ${args.join(' ')}`)}`)
    const script = join(parent, 'image.sh')
    fs.writeFileSync(script, lines.join('\n'))
    running = await start(context, {}, ['unshare', '--mount', 'sh', script])
    await until('the image starts and is ready', async () => (await fetch(`${running.url}/readyz`)).status === 200)
    await running.stop()
    check(running.child.exitCode === 0, 'what the image starts ends when it is told to')
  } finally {
    running?.child.kill('SIGKILL')
    await database.close()
  }
}
