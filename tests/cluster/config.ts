export interface ClusterConfig {
  /** The namespace that is created for the run and removed after it. */
  readonly namespace: string;
  /** The beginning of the images' names. */
  readonly images: string;
  readonly tag: string;
  /** The image below ours; undefined: that of the Dockerfile. */
  readonly base: string | undefined;
  /** A command that hands images to the cluster; their names are appended. Undefined: they are pushed. */
  readonly load: string | undefined;
  /** Whether images are there already, and neither built nor handed over. */
  readonly built: boolean;
  /** An address of this machine that pods reach. Undefined: that of the way to the cluster's first node. */
  readonly host: string | undefined;
  /** Whether the network of the cluster enforces NetworkPolicies: what they refuse is then tried. */
  readonly enforcesPolicies: boolean;
  /** Names of the steps after the story. Undefined: all. */
  readonly steps: readonly string[] | undefined;
  /** Leaves namespace and servers for a look, until Ctrl-C. */
  readonly keep: boolean;
}

const given = (name: string): string | undefined => process.env[name] || undefined;

/** From CLUSTER_NAMESPACE, IMAGES, TAG, BASE, LOAD_IMAGES, IMAGES_BUILT, CLUSTER_HOST, NETWORK_POLICIES, STEPS and KEEP. */
export const readConfig = (): ClusterConfig => ({
  namespace: given('CLUSTER_NAMESPACE') ?? `patchbay-test-${process.pid}`,
  images: given('IMAGES') ?? 'patchbay/',
  tag: given('TAG') ?? 'test',
  base: given('BASE'),
  load: given('LOAD_IMAGES'),
  built: given('IMAGES_BUILT') === 'true',
  host: given('CLUSTER_HOST'),
  enforcesPolicies: given('NETWORK_POLICIES') === 'enforced',
  steps: given('STEPS')?.split(/[\s,]+/),
  keep: given('KEEP') === 'true',
});
