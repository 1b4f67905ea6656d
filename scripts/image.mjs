// Builds deploy/Containerfile with buildah, in a store of its own that leaves nothing behind on the machine.
// For scripts/try-container.mjs and scripts/release.mjs.
import { execFileSync, spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { join } from 'node:path'

const has = (program) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0

/** The programs of `names` that are missing here. */
export const missingFor = (...names) => names.filter((name) => !has(name))

/** A store of images below `work`, for buildah and podman: the options that name it, and `remove`. */
export const openStore = (work) => {
  const folder = join(work, 'images')
  fs.mkdirSync(folder)
  const options = ['--root', join(folder, 'root'), '--runroot', join(folder, 'run')]
  const remove = () => {
    spawnSync('buildah', [...options, 'rm', '--all'], { stdio: 'ignore' })
    // What is still mounted cannot be removed.
    spawnSync('sh', ['-c', `awk -v at=${folder}/ 'index($2, at) == 1 { print $2 }' /proc/mounts | tac | xargs -r umount`])
    fs.rmSync(folder, { recursive: true, force: true })
  }
  return { options, remove }
}

const buildah = ({ options }, ...args) =>
  execFileSync('buildah', [...options, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim()

/** The image that deploy/Containerfile begins with, by its own words. */
const baseName = (context) => /^ARG BASE=(\S+)$/m.exec(fs.readFileSync(join(context, 'deploy/Containerfile'), 'utf8'))[1]

/**
 * Makes an image under the name of the public one, from a root file system with Node and npm (.ci/full makes one). It stands in where no
 * registry is to be reached, and says nothing about the public image.
 */
export const importBase = (store, context, root) => {
  const made = buildah(store, 'from', 'scratch')
  buildah(store, 'copy', '--quiet', made, root, '/')
  // The certificates of this machine, under their path there.
  const { NODE_EXTRA_CA_CERTS } = process.env
  if (NODE_EXTRA_CA_CERTS) {
    buildah(store, 'copy', '--quiet', made, fs.realpathSync(NODE_EXTRA_CA_CERTS), NODE_EXTRA_CA_CERTS)
    buildah(store, 'config', '--env', `NODE_EXTRA_CA_CERTS=${NODE_EXTRA_CA_CERTS}`, made)
  }
  buildah(store, 'commit', '--quiet', made, baseName(context))
}

/** Builds the image `name` from `context`, a checkout of `commit`. `pulls`: the base image comes from its registry. */
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

/** Sends a file of `saveImage` to a registry, whose credentials are those of `buildah login`. */
export const pushImage = (file, name) => {
  const id = execFileSync('buildah', ['pull', '--quiet', `oci-archive:${file}`], { encoding: 'utf8' }).trim()
  execFileSync('buildah', ['push', id, `docker://${name}`], { stdio: 'inherit' })
}
