# Starts a program that may read and write only what the arguments name, with native code too: a launcher for
# Landlock (landlock(7)), which Node cannot call. Perl is part of every Debian.
#
#   setpriv --no-new-privs -- perl landlock.pl [read PATH | write PATH]... -- PROGRAM [ARGUMENT]...
#
# `read` includes running a program, `write` includes reading. A path that does not exist is left out. Newer
# kernels also refuse TCP, and signals and abstract sockets of other processes. Fails if the kernel has no
# Landlock. Numbers and structures: linux/landlock.h.
use strict;
use warnings;

# The same numbers on every architecture.
my ( $create_ruleset, $add_rule, $restrict_self ) = ( 444, 445, 446 );

# The version of the kernel's interface decides which rights it knows.
my $version = syscall( $create_ruleset, 0, 0, 1 );
die "the kernel has no Landlock: $!\n" if $version < 1;
my $last_right = $version >= 5 ? 15 : $version >= 3 ? 14 : $version == 2 ? 13 : 12;
my $all = ( 1 << ( $last_right + 1 ) ) - 1;

# Bits: 0 execute, 1 write, 2 read, 3 list, 14 truncate, 15 ioctl; the others make and remove entries of folders.
my %rights = ( read => 1 | 1 << 2 | 1 << 3, write => $all & ~( 1 | 1 << 15 ) );
my $rights_of_files = 1 | 1 << 1 | 1 << 2 | 1 << 14;

# Files; TCP (bind and connect) since version 4; scopes (abstract sockets and signals) since version 6.
my $handled = pack 'Q*', $all, $version >= 4 ? 3 : (), $version >= 6 ? 3 : ();
my $ruleset = syscall( $create_ruleset, $handled, length $handled, 0 );
die "landlock_create_ruleset: $!\n" if $ruleset < 0;

while ( @ARGV and ( my $kind = shift ) ne '--' ) {
    my $path = shift;
    my $open_path_only = 010000000;
    sysopen my $file, $path, $open_path_only or next;
    my $allowed = ( $rights{$kind} // die "unknown right: $kind\n" ) & ( -d $file ? $all : $rights_of_files );
    my $rule = pack 'Ql', $allowed & $all, fileno $file;
    syscall( $add_rule, $ruleset, 1, $rule, 0 ) == 0 or die "landlock_add_rule: $path: $!\n";
}
syscall( $restrict_self, $ruleset, 0 ) == 0 or die "landlock_restrict_self: $!\n";
exec {$ARGV[0]} @ARGV or die "$ARGV[0]: $!\n";
