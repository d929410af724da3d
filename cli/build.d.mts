/** Builds `cli/dist`. */
export declare function buildCli(): Promise<void>;
