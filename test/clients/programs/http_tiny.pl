# Sends calls by Perl's HTTP::Tiny: `perl http_tiny.pl CALLS`, JSON in and out.
use strict;
use warnings;
use HTTP::Tiny;
use JSON::PP;

my $json = JSON::PP->new->utf8;
open my $file, "<", $ARGV[0] or die $!;
my $calls = $json->decode(do { local $/; <$file> });
my $client = HTTP::Tiny->new(timeout => 20, keep_alive => 1);
my @answers;
for my $call (@$calls) {
    my %options = (headers => $call->{headers});
    if (defined $call->{body}) {
        my $body = $call->{body};
        utf8::encode($body);
        $options{content} = $body;
    }
    my $answer = $client->request($call->{method}, $call->{url}, \%options);
    my $body = $answer->{content};
    utf8::decode($body);
    push @answers, { status => $answer->{status} + 0, body => $body };
}
print $json->encode(\@answers), "\n";
