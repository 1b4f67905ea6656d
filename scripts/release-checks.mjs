// Checks whether a commit may be published, for scripts/release.mjs.

const SETTINGS = ['repository', 'npmScope', 'contact', 'imageRegistry']

/** Returns the names of settings that the owner has not decided. */
export const placeholdersOf = (config) => SETTINGS.filter((name) => !config[name] || /[<>]/.test(config[name]))

/**
 * Returns the reasons why this commit may not be published, one line each. `versions` are by file, `changelog` is its text, `releases` are
 * those in the file RELEASES (releases.mjs), and `tags` are those of the commit.
 */
export const problemsOf = ({ config, versions, changelog, releases, commit, tags }) => {
  const [version, ...others] = new Set(Object.values(versions))
  const heading = /^## \[?([^\s\]]+)/m.exec(changelog)?.[1]
  const listed = releases.find((one) => one.version === version)
  const undecided = placeholdersOf(config)
  return [
    ...(undecided.length > 0 ? [`release.config.json has placeholders: ${undecided.join(', ')}: set each of them`] : []),
    ...(others.length > 0 ? [`package.json files have different versions: ${[version, ...others].join(', ')}`] : []),
    ...(heading === version ? [] : [`CHANGELOG.md begins with ${heading}, not with ${version}: add the version`]),
    ...(listed && listed.commit !== commit ? [`RELEASES lists ${version} with another commit: raise the version`] : []),
    ...(tags.includes(`v${version}`) ? [] : [`the commit has no tag v${version}: create the tag`]),
  ]
}
