// Tests deploy/backhaul.service under a real systemd: `node scripts/try-systemd.mjs --base FOLDER`, a step of .ci/full. FOLDER is a root
// file system with systemd and Node. It is booted in its own namespaces, and is not changed. The program is packaged and set up there as
// the unit says, started by `systemctl enable --now backhaul`, killed and stopped. systemd-analyze alone would only read the unit, and not
// show how its rules affect the program.
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { bootstrap } from './bootstrap.mjs'
import { installPackage, makePackage } from './package.mjs'
import { check, DATABASE_AT, openDatabase, until } from './program.mjs'

const UNIT = join(dirname(dirname(fileURLToPath(import.meta.url))), 'deploy/backhaul.service')
const INIT = '/lib/systemd/systemd'
/** BACKHAUL_DRAIN_SECONDS and TimeoutStopSec of the unit, in milliseconds. */
const [DRAIN_MS, STOP_MS] = [5_000, 20_000]
const BOOT_MS = 60_000
const ENDING_MS = 10_000
const DEVICES = ['null', 'zero', 'full', 'random', 'urandom', 'tty']

/** Folder of control groups: one hierarchy, or one for each controller. */
const CGROUPS = '/sys/fs/cgroup'

/**
 * Returns the script that becomes process 1 of its namespaces. In each hierarchy that allows it, the script moves into a control group of
 * its own, so all groups of systemd are below that group. `binds` are folders of this machine, by their path inside the namespaces.
 */
const bootScript = (base, work, binds, group) => `set -eu
for hierarchy in ${CGROUPS} ${CGROUPS}/*; do
  if [ -f $hierarchy/cgroup.procs ] && mkdir $hierarchy/${group} 2>/dev/null; then
    echo 0 2>/dev/null >$hierarchy/${group}/cgroup.procs || rmdir $hierarchy/${group}
  fi
done
mount --make-rprivate /
mount -t tmpfs none ${work}
mkdir ${work}/root ${work}/upper ${work}/work
root=${work}/root
mount -t overlay none -o lowerdir=${base},upperdir=${work}/upper,workdir=${work}/work $root
mount -t proc none $root/proc
mount --rbind /sys $root/sys
mount -t tmpfs -o mode=755 none $root/run
mount -t tmpfs none $root/tmp
mount -t tmpfs -o mode=755 none $root/dev
mkdir $root/dev/pts $root/dev/shm $root/dev/mqueue $root/dev/hugepages
for device in ${DEVICES.join(' ')}; do touch $root/dev/$device; mount --bind /dev/$device $root/dev/$device; done
mount -t devpts -o newinstance,ptmxmode=0666,mode=620 none $root/dev/pts
ln -s pts/ptmx $root/dev/ptmx
ln -s /proc/self/fd $root/dev/fd
${Object.entries(binds)
  .map(([there, here]) => `mkdir -p $root${there} && mount --bind ${here} $root${there}`)
  .join('\n')}
mkdir $root/before
cd $root
pivot_root . before
umount -l /before
mount --make-rshared /
exec env -i container=other PATH=/usr/sbin:/usr/bin:/sbin:/bin ${INIT} --log-target=null --show-status=false
`

/** Removes empty groups, the innermost first. */
const removeGroups = (folder) => {
  if (!fs.existsSync(folder)) return
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) if (entry.isDirectory()) removeGroups(join(folder, entry.name))
  fs.rmdirSync(folder)
}

class Machine {
  #unshare
  #ended
  #group
  #pid = ''

  /** The booted machine ends when this process ends, for whatever reason. */
  constructor(script, group) {
    const namespaces = ['--mount', '--pid', '--ipc', '--uts', '--fork', '--kill-child']
    this.#group = group
    this.#unshare = spawn('setpriv', ['--pdeathsig', 'KILL', 'unshare', ...namespaces, 'sh', script], {
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    this.#ended = once(this.#unshare, 'exit')
  }

  /** Resolves with true if systemd comes up. */
  async boot() {
    for (const end_ms = performance.now() + BOOT_MS; performance.now() < end_ms && this.#isRunning; await sleep(100)) {
      this.#pid ||= this.#findInit()
      if (this.#pid && /running|degraded/.test(this.run('systemctl', 'is-system-running').stdout)) return true
    }
    return false
  }

  get #isRunning() {
    return this.#unshare.exitCode === null && this.#unshare.signalCode === null
  }

  /**
   * Returns the process only once it is systemd. Before that, the process sees the files of this machine, so a command would reach the
   * systemd of this machine.
   */
  #findInit() {
    const { pid } = this.#unshare
    try {
      const child = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
      return fs.readFileSync(`/proc/${child}/comm`, 'utf8').trim() === 'systemd' ? child : ''
    } catch {
      return ''
    }
  }

  run(...command) {
    const inside = `-t ${this.#pid} --mount --pid --ipc --uts --root --wd env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin`.split(' ')
    return spawnSync('nsenter', [...inside, ...command], { encoding: 'utf8' })
  }

  /** Returns the command's output. Throws with the output if the command fails. */
  do(...command) {
    const { status, stdout, stderr } = this.run(...command)
    if (status !== 0) throw new Error(`${command.join(' ')}: ${stdout}${stderr}`)
    return stdout.trim()
  }

  /** The last lines that the service logged. */
  get log() {
    return this.#pid ? this.run('journalctl', '--unit=backhaul', '--no-pager', '--lines=20').stdout : ''
  }

  async end() {
    this.#unshare.kill('SIGKILL')
    await this.#ended
    if (!fs.existsSync(CGROUPS)) return
    const groups = ['.', ...fs.readdirSync(CGROUPS)].map((hierarchy) => join(CGROUPS, hierarchy, this.#group))
    // The last processes in the groups may still be ending.
    for (const end_ms = performance.now() + ENDING_MS; performance.now() < end_ms; await sleep(100)) {
      try {
        for (const group of groups) removeGroups(group)
        return
      } catch {
        // The groups are not empty yet, so the next attempt follows.
      }
    }
  }
}

/** Writes the settings that the unit's first lines ask for, into a folder that becomes /etc/backhaul. */
const writeSettings = (folder, url, port) => {
  fs.mkdirSync(folder, { mode: 0o700 })
  const write = (name, text) => fs.writeFileSync(join(folder, name), text, { mode: 0o600 })
  write('settings', `PORT=${port}\n`)
  write('master-key', randomBytes(32).toString('base64'))
  write('database-url', url)
}

const isReady = (port) => async () => (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.status === 200

const tryUnit = async (machine, port) => {
  machine.do('systemctl', 'enable', '--now', 'backhaul')
  await until('the service is ready', isReady(port))
  check(
    machine.do('systemctl', 'status', '--no-pager', 'backhaul').includes('active (running)'),
    'systemctl status reports that the service is running',
  )
  const mainPid = () => machine.do('systemctl', 'show', '--property=MainPID', '--value', 'backhaul')
  const killed = mainPid()
  machine.do('systemctl', 'kill', '--signal=KILL', '--kill-whom=main', 'backhaul')
  await until('systemd restarts the service after a kill', async () => !['0', killed].includes(mainPid()) && (await isReady(port)()))
  const began_ms = performance.now()
  machine.do('systemctl', 'stop', 'backhaul')
  const took_ms = performance.now() - began_ms
  check(took_ms > DRAIN_MS && took_ms < STOP_MS, `the service stops after balancers have noticed: ${Math.round(took_ms)} ms`)
  const result = machine.do('systemctl', 'show', '--property=Result,ActiveState', '--value', 'backhaul')
  check(result.split('\n').toSorted().join() === 'inactive,success', 'the service ended without an error')
}

const main = async (base, work) => {
  const [program, settings, system] = ['program', 'settings', 'system'].map((name) => join(work, name))
  await makePackage(program)
  installPackage(program)
  const database = await openDatabase(join(work, 'database'))
  let machine = null
  try {
    const { freePort } = await import('../packages/trials/dist/lib/run.js')
    const port = await freePort()
    writeSettings(settings, database.url, port)
    fs.mkdirSync(system)
    const [script, group] = [join(work, 'boot.sh'), `backhaul-systemd-${process.pid}`]
    const binds = { '/opt/backhaul': program, '/etc/backhaul': settings, [DATABASE_AT]: database.folder }
    fs.writeFileSync(script, bootScript(base, system, binds, group))
    machine = new Machine(script, group)
    if (!(await machine.boot())) return console.log('skipped: the unit under a systemd: no systemd starts on this machine')
    machine.do('sh', '-c', `cat >/etc/systemd/system/backhaul.service <<'UNIT'\n${fs.readFileSync(UNIT, 'utf8')}UNIT`)
    machine.do('systemctl', 'daemon-reload')
    await tryUnit(machine, port)
  } catch (error) {
    console.error(machine?.log ?? '')
    throw error
  } finally {
    await machine?.end()
    await database.close()
  }
}

const { values } = parseArgs({ options: { base: { type: 'string' } } })
const base = values.base && resolve(values.base)
const canBoot = () =>
  process.getuid?.() === 0 && spawnSync('unshare', ['--mount', '--pid', '--fork', 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0
if (!base || !fs.existsSync(join(base, INIT)))
  console.log('skipped: the unit under a systemd: no file system with systemd; give one with --base FOLDER')
else if (!canBoot()) console.log('skipped: the unit under a systemd: only root on Linux can start one')
else {
  bootstrap()
  const work = fs.mkdtempSync(join(tmpdir(), 'backhaul-systemd-'))
  fs.chmodSync(work, 0o711)
  try {
    await main(base, work)
  } finally {
    fs.rmSync(work, { recursive: true, force: true })
  }
}
