#!/usr/bin/env node
import { Command } from 'commander';
import { addMcpCommand } from './mcp/command.ts';

const program = new Command('inpage').description('Reads and operates web pages.');
addMcpCommand(program);
await program.parseAsync();
