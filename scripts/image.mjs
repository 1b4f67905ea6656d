// Builds deploy/Containerfile with buildah, in a separate store that leaves nothing behind on the machine. Used by
// scripts/try-container.mjs and scripts/release.mjs.
import { execFileSync, spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { join } from 'node:path'

const has = (program) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0

/** Returns the programs of `names` that are missing on this machine. */
export const missingFor = (...names) => names.filter((name) => !has(name))

/** Opens an image store below `work` for buildah and podman. Returns its command-line options and `remove`. */
export const openStore = (work) => {
  const folder = join(work, 'images')
  fs.mkdirSync(folder)
  const options = ['--root', join(folder, 'root'), '--runroot', join(folder, 'run')]
  const remove = () => {
    spawnSync('buildah', [...options, 'rm', '--all'], { stdio: 'ignore' })
    // Unmounts mounted folders, because they cannot be removed.
    spawnSync('sh', ['-c', `awk -v at=${folder}/ 'index($2, at) == 1 { print $2 }' /proc/mounts | tac | xargs -r umount`])
    fs.rmSync(folder, { recursive: true, force: true })
  }
  return { options, remove }
}

const buildah = ({ options }, ...args) =>
  execFileSync('buildah', [...options, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim()

/** Returns the base image named in deploy/Containerfile. */
const baseName = (context) => /^ARG BASE=(\S+)$/m.exec(fs.readFileSync(join(context, 'deploy/Containerfile'), 'utf8'))[1]

/**
 * Creates an image under the name of the public base image, from a root file system with Node and npm (.ci/full makes such a file system).
 * The image replaces the public one where no registry can be reached, and proves nothing about it.
 */
export const importBase = (store, context, root) => {
  const made = buildah(store, 'from', 'scratch')
  buildah(store, 'copy', '--quiet', made, root, '/')
  // Copies the certificates of this machine to the same path in the image.
  const { NODE_EXTRA_CA_CERTS } = process.env
  if (NODE_EXTRA_CA_CERTS) {
    buildah(store, 'copy', '--quiet', made, fs.realpathSync(NODE_EXTRA_CA_CERTS), NODE_EXTRA_CA_CERTS)
    buildah(store, 'config', '--env', `NODE_EXTRA_CA_CERTS=${NODE_EXTRA_CA_CERTS}`, made)
  }
  buildah(store, 'commit', '--quiet', made, baseName(context))
}

/** Builds the image `name` from `context`, a checkout of `commit`. If `pulls` is set, pulls the base image from its registry. */
export const buildImage = (store, { context, name, commit, pulls }) => {
  const options = ['--isolation', 'chroot', pulls ? '--pull' : '--pull-never', '--build-arg', `SOURCE_COMMIT=${commit}`]
  const args = [
    'build',
    '--quiet',
    '--format',
    'docker',
    ...options,
    '--file',
    join(context, 'deploy/Containerfile'),
    '--tag',
    name,
    context,
  ]
  return buildah(store, ...args)
}

export const saveImage = (store, name, file) => buildah(store, 'push', '--quiet', name, `oci-archive:${file}`)

/** Pushes a file of `saveImage` to a registry, with the credentials of `buildah login`. */
export const pushImage = (file, name) => {
  const id = execFileSync('buildah', ['pull', '--quiet', `oci-archive:${file}`], { encoding: 'utf8' }).trim()
  execFileSync('buildah', ['push', id, `docker://${name}`], { stdio: 'inherit' })
}
